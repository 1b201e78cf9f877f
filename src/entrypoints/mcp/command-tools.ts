/** Tools that are commands: arguments and options come from the declaration of the command, which runs in a child process. */
import { type ChildProcessByStdio, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command, Option } from 'commander'
import * as z from 'zod'
import { whilePending } from '../../kit/clock/timers.js'
import type { Report } from '../../rehearsal/report.js'
import { summaryOf } from '../../rehearsal/summary.js'
import { scenarioReply } from '../../scenario/explain.js'
import { programEnvironment } from '../../server/config/program-environment.js'
import { confined, confinedScenario, newReport } from './confine.js'
import { type Fields, type OnProgress, schemaOf, type Tool } from './target.js'

interface Named {
  readonly command: readonly string[]
  /** Options that an agent may set. */
  readonly options: readonly string[]
  /** Takes the command line of a program, after `--`. */
  readonly program?: true
  readonly about?: string
  readonly reply: z.ZodType
  run(
    words: readonly string[],
    program: readonly string[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Fields>
}

const graded = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'not proven', 'not exercised', 'cut short']),
  score: z.int().nullable().describe('0 to 100; null if no scenario has one'),
  findings: z
    .array(
      z.strictObject({
        change: z
          .string()
          .nullable()
          .describe('What to change in the client; null for scenarios without a judgement'),
        scenarios: z.array(z.string()),
        check: z.string().nullable().describe('The worst finding that leads to it'),
        level: z.enum(['MUST', 'SHOULD', 'INFO']).nullable(),
        verdict: z.string(),
        because: z.string(),
        evidence: z.array(z.int()).readonly().describe('Journal numbers of the requests'),
      }),
    )
    .describe('One per change, worst first'),
  report: z.string().describe('Path of the whole report, for diff_reports and baseline'),
})

export const COMMAND_TOOLS: Readonly<Record<string, Named>> = {
  explain_scenario: {
    command: ['explain'],
    options: [],
    reply: scenarioReply,
    run: async (words, _, signal) => JSON.parse(await runCommand([...words, '--json'], signal)),
  },
  rehearse: {
    command: ['rehearse'],
    options: ['warm-up', 'incident', 'cool-down', 'set', 'observe', 'clients', 'seed', 'fail-on', 'baseline'],
    program: true,
    about:
      ' Runs in real time: pass one scenario and short durations. Replies with the changes to make, worst first.',
    reply: graded,
    run: rehearse,
  },
  diff_reports: {
    command: ['rehearse', 'diff'],
    options: [],
    reply: z.strictObject({ comparison: z.string() }),
    run: async (words, _, signal) => ({ comparison: await runCommand(words, signal) }),
  },
}

const MAX_FINDINGS = 5

/** `main` declares the commands. */
export function commandTools(main: Command): Tool[] {
  return Object.entries(COMMAND_TOOLS).map(([name, named]) => {
    const command = named.command.reduce(childOf, main)
    const options = command.options.filter(({ long }) => named.options.includes(long?.slice(2) ?? ''))
    return {
      name,
      description: `${command.description()}${named.about ?? ''}`,
      inputSchema: inputOf(command, options, named.program === true),
      outputSchema: schemaOf(named.reply, 'output'),
      isReadOnly: named.program !== true,
      runsProgram: named.program === true,
      run: async (args, signal, onProgress) =>
        named.run(
          [...named.command, ...(await wordsOf(command, options, args))],
          Array.isArray(args['program']) ? args['program'].map(String) : [],
          signal,
          onProgress,
        ),
    }
  })
}

function childOf(parent: Command, name: string): Command {
  const child = parent.commands.find((command) => command.name() === name)
  if (child === undefined) throw new Error(`no command ${name}`)
  return child
}

const field = (name: string, about: string, isList: boolean, isRequired = false) => {
  const words = (isList ? z.array(z.string()) : z.string()).describe(about)
  return [name, isRequired ? words : words.optional()] as const
}

function inputOf(command: Command, options: readonly Option[], hasProgram: boolean) {
  const program = 'Command line of the client, with placeholders: ["node", "client.js", "{arbitrum}"]'
  const fields = [
    ...command.registeredArguments.map((one) =>
      field(one.name(), one.description, one.variadic, one.required),
    ),
    // A repeated option is declared without a default and collects its values.
    ...options.map(({ long = '', description }) => field(long.slice(2), description, long === '--set')),
    ...(hasProgram ? [field('program', program, true, true)] : []),
  ]
  return schemaOf(z.strictObject(Object.fromEntries(fields)), 'input')
}

async function wordsOf(command: Command, options: readonly Option[], args: Fields): Promise<string[]> {
  const listOf = (value: unknown) => (value === undefined ? [] : [value].flat().map(String))
  const words: string[] = []
  // In one word, as a value may begin with hyphens.
  for (const { long = '', flags } of options)
    for (const value of listOf(args[long.slice(2)]))
      words.push(`${long}=${flags.endsWith('<file>') ? await confined(value) : value}`)
  for (const argument of command.registeredArguments)
    for (const value of listOf(args[argument.name()]))
      words.push(await (argument.name().endsWith('report') ? confined(value) : confinedScenario(value)))
  return words
}

async function rehearse(
  words: readonly string[],
  program: readonly string[],
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<z.infer<typeof graded>> {
  const path = await newReport()
  await runCommand([...words, '--report', `json=${path}`, '--', ...program], signal, onProgress)
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  const { changes, unjudged } = summaryOf(report)
  const none = { change: null, check: null, level: null, evidence: [] }
  return {
    verdict: report.verdict,
    score: report.score,
    findings: [
      ...changes.slice(0, MAX_FINDINGS).map(({ sentence, scenarios, worst: { check } }) => {
        const { id, level, verdict, because, evidence } = check
        return { change: sentence, scenarios, check: id, level, verdict, because, evidence }
      }),
      ...unjudged.map(({ verdict, names, problem }) => ({
        ...none,
        scenarios: names,
        verdict,
        because: problem,
      })),
    ],
    report: path,
  }
}

/** A failed check or a regression is a result. */
const DONE = [0, 5]

/** Clients give up on a silent call, by default after 60 s. */
const STILL_RUNNING_MS = 2000

/** Returns stdout; throws the sentence on stderr. Each line on stderr is progress, repeated while the command is silent. */
async function runCommand(
  words: readonly string[],
  signal: AbortSignal,
  onProgress: OnProgress = () => {},
): Promise<string> {
  const [program] = process.argv.slice(1)
  const child = fork(program!, words, {
    env: programEnvironment(process.env),
    execArgv: [],
    // The channel closes if this process is killed, which ends a rehearsal.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, Readable>
  const stop = () => child.kill('SIGINT')
  signal.addEventListener('abort', stop, { once: true })
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line)
    onProgress(line.trim())
  })
  const closed = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const stillRunning = () => onProgress(lines.at(-1)?.trim() ?? `gmx-sim ${words[0]} starts`)
  const [stdout] = await whilePending(
    Promise.all([text(child.stdout), closed]),
    STILL_RUNNING_MS,
    stillRunning,
  )
  signal.removeEventListener('abort', stop)
  if (DONE.includes(child.exitCode ?? -1)) return stdout
  const stderr = lines.join('\n').trim()
  throw new Error(stderr.replace(/^gmx-sim: /, '') || `gmx-sim ${words[0]} ended with ${child.exitCode}`)
}
