/** Prompts for common tasks; each names the tools to use. */
interface Prompt {
  readonly description: string
  readonly argument: { readonly name: string; readonly description: string }
  text(value: string): string
}

export const PROMPTS: Readonly<Record<string, Prompt>> = {
  'survive-dead-primary': {
    description: 'Make this client survive a dead primary.',
    argument: {
      name: 'command',
      description: 'Command that starts the client, such as node client.js {arbitrum}',
    },
    text: (command) => `Make the client survive a dead primary. It starts with: ${command}

1. Read gmx-sim://docs/rehearsal. Pass the client every base address: {arbitrum}, {arbitrum.fallback}, {arbitrum.fallback-2}.
2. Call rehearse with the scenario primary-down, incident 20s, cool-down 20s and this command.
3. Fix the first finding: it names the check, the observation and the remedy. Change the client only.
4. Repeat from step 2 with the same seed until the verdict is pass; diff_reports shows that no check became worse.
5. Rehearse primary-hangs and rate-limited-primary the same way, then report the scores before and after.`,
  },
  'scenario-from-incident': {
    description: 'Write a scenario for this incident report.',
    argument: { name: 'report', description: 'Text of the incident report' },
    text: (report) => `Write a gmx-sim scenario for this incident report:

${report}

1. Read gmx-sim://docs/scenarios and the library scenario nearest to the incident (list_scenarios).
2. Write one rule per effect: which requests (match), when after the start (when), what clients received (fault). Put moves of the market in events.
3. Call check_scenario and fix every problem at its line and column.
4. Call load_scenario, then set_clock to freeze and advance_clock to each stage; ask the bases concerned and compare with the report.
5. Return the YAML, and list what the report leaves open.`,
  },
}
