/** Examples and documentation pages that `--help` shows. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { commandLine } from '../../kit/text/command-line.js'
import { PACKAGE } from '../../kit/version.js'

interface CommandHelp {
  /** Arguments after the command's name. */
  readonly examples: readonly [string, string, string]
  readonly page: string
}

export const COMMAND_HELP = {
  serve: {
    examples: [
      '--port 0 --seed 42',
      '--clock frozen --at 2026-03-01T12:00:00Z',
      '--scenario primary-outage --log-level info',
    ],
    page: 'command-line.md#serve',
  },
  get: {
    examples: [
      'arbitrum/prices/tickers',
      "'botanix/prices/candles?tokenSymbol=BTC&period=1d&limit=2' --at 2000-02-29 --seed 42",
      'arbitrum/prices/tickers --scenario primary-outage --after 40s',
    ],
    page: 'command-line.md#get',
  },
  verify: {
    examples: [
      'http://127.0.0.1:8650/botanix/signed_prices/latest',
      'reply.json --network arbitrum',
      '- --json < reply.json',
    ],
    page: 'command-line.md#verify',
  },
  rehearse: {
    examples: [
      'primary-down -- node client.js {arbitrum} {arbitrum.fallback}',
      '--report junit=rehearsal.xml --fail-on should -- node client.js {arbitrum}',
      'primary-down --attach',
    ],
    page: 'rehearsal.md',
  },
  run: {
    examples: [
      '-- node client.js',
      '--scenario primary-outage -- python3 bot.py',
      '--offline --seed 42 -- go test ./...',
    ],
    page: 'hosts.md#clients-with-hard-coded-hosts',
  },
  env: {
    examples: ['', '--port 8650', '--json'],
    page: 'hosts.md#clients-with-hard-coded-hosts',
  },
  validate: {
    examples: ['my-outage.yaml', 'scenarios/*.yaml', 'my-outage.yaml --json'],
    page: 'scenarios.md',
  },
  explain: {
    examples: ['primary-outage', 'my-outage.yaml', 'my-outage.yaml --json'],
    page: 'scenarios.md',
  },
  scenarios: {
    examples: ['', '--json', '| grep -A 2 outage'],
    page: 'choosing-a-scenario.md',
  },
  init: {
    examples: ['my-outage.yaml', 'test/scenarios/my-outage.yaml', 'scenarios/flash-crash.yaml'],
    page: 'scenarios.md',
  },
  schema: {
    examples: ['> scenario.schema.json', 'catalogue > catalogue.schema.json', '--catalogue my-market.yaml'],
    page: 'scenarios.md',
  },
  catalogue: {
    examples: ['--network botanix', '--json', '--catalogue my-market.yaml'],
    page: 'catalogues.md',
  },
  compare: {
    examples: [
      'http://127.0.0.1:8650/arbitrum',
      'https://api.example.com/arbitrum --network arbitrum --save replies',
      'replies --report markdown=differences.md',
    ],
    page: 'catalogues.md',
  },
  mcp: {
    examples: ['', '--attach http://127.0.0.1:8650', '--clock frozen --seed 42'],
    page: 'agents.md',
  },
} as const satisfies Readonly<Record<string, CommandHelp>>

const EXIT_CODES = `Exit codes:
  0  success
  1  unexpected error: a bug
  2  usage error
  3  unusable scenario or configuration
  4  cannot listen
  5  a check failed, or get received an error injected by a scenario`

/** Adds examples and the page to every command, and the options of `serve`, the default command, to the main help. */
export function addHelp(main: Command, serving: Command): void {
  main.helpCommand('help [command]', 'Print the help of a command.')
  for (const command of [main, ...main.commands]) command.helpOption('-h, --help', 'print help')
  for (const command of main.commands) {
    const help: CommandHelp = COMMAND_HELP[command.name() as keyof typeof COMMAND_HELP]
    command.addHelpText('after', () => `\n${EXIT_CODES}\n\n${textOf(command.name(), help)}`)
  }
  main.addHelpText(
    'after',
    () => `
${serving.helpInformation().trimEnd()}

An option takes precedence over its environment variable, and that over the default.

${EXIT_CODES}

${textOf('', { examples: MAIN_EXAMPLES, page: 'command-line.md' })}`,
  )
}

const MAIN_EXAMPLES = [
  'serve --scenario primary-outage',
  'rehearse primary-down -- node client.js {arbitrum}',
  'explain --help',
] as const

function textOf(name: string, { examples, page }: CommandHelp): string {
  const lines = examples.map((example) => `  ${commandLine(name, example).replace(/ +/g, ' ').trimEnd()}`)
  return [`Examples:`, ...lines, '', `Docs: ${pathOf(page)}`].join('\n')
}

/** Relative to the working directory where that is shorter. */
function pathOf(page: string): string {
  const path = fileURLToPath(new URL(`docs/${page.split('#')[0]}`, PACKAGE))
  const near = relative(process.cwd(), path)
  const anchor = page.includes('#') ? `#${page.split('#')[1]}` : ''
  return `${near.length < path.length ? near : path}${anchor}`
}
