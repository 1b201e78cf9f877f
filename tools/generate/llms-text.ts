/** llms.txt, generated from the README, the declarations of commands and faults, the scenario schema and the docs index. */
import { COMMAND_HELP } from '../../src/entrypoints/cli/help.js'
import { commandLine } from '../../src/kit/text/words.js'
import { delayAbout, delayExamples } from '../../src/scenario/faults/delay.js'
import { FAULTS } from '../../src/scenario/faults/index.js'
import { scenarioJsonSchema } from '../../src/scenario/json-schema.js'
import { textOf } from './root.js'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const COMMANDS = ['serve', 'rehearse', 'explain', 'validate', 'get', 'mcp'] as const

export function llmsText(): string {
  const [title, , about] = textOf('README.md').split('\n\n')
  return `${[title, `> ${about.replaceAll('\n', ' ')}`, commands(), scenarios(), documentation()].join('\n\n')}\n`
}

function commands(): string {
  const page = textOf('docs/command-line.md')
  const lines = COMMANDS.map((name) => {
    const purpose = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? ''
    const [, example] = COMMAND_HELP[name]
    return `- \`${commandLine(name, example).trim()}\`: ${withoutLinks(purpose)}`
  })
  return ['## Commands', '', ...lines].join('\n')
}

/** The schema of scenario files, a line per key. */
function scenarios(): string {
  const { properties = {} } = scenarioJsonSchema() as Schema
  const { id, match, when } = properties['rules'].items?.properties ?? {}
  const faults = [...FAULTS, { key: 'delay', about: delayAbout, examples: delayExamples }]
  const keysOf = (schema: Schema | undefined, indent = '  ') =>
    Object.entries(schema?.properties ?? {}).map(([key, value]) => `${indent}${line(key, value)}`)
  return [
    '## Scenario files (YAML or JSON; unknown keys are errors)',
    '',
    ...Object.entries(properties).flatMap(([key, schema]) => [
      line(key, schema),
      ...(key === 'rules'
        ? [
            `  ${line('id', id)}`,
            ...[`  ${line('match', match)}`, ...keysOf(match, '    ')],
            ...[`  ${line('when', when)}`, ...keysOf(when, '    ')],
            '  - `fault`: one outcome, and optionally a delay',
            ...faults.map(
              ({ key, about, examples }) => `    - \`${key}\`: ${fromRoot(about)}. \`${examples[0]}\``,
            ),
          ]
        : key === 'events' || key === 'clock'
          ? keysOf(schema.items ?? schema)
          : []),
    ]),
  ].join('\n')
}

function line(key: string, schema: Schema | undefined): string {
  return `- \`${key}\`${schema?.description === undefined ? '' : `: ${schema.description}`}`
}

function documentation(): string {
  const pages = textOf('docs/README.md').match(/^- .*$/gm) ?? []
  return ['## Documentation', '', ...pages.map(fromRoot)].join('\n')
}

/** The links of a page in docs/, from the root. */
function fromRoot(text: string): string {
  return text.replaceAll(/\]\((?!\.\.)/g, '](docs/').replaceAll('](../', '](')
}

function withoutLinks(text: string): string {
  return text.replaceAll(/: \[[^\]]*\]\([^)]*\)$/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
