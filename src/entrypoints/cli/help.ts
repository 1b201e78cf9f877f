/** Examples and documentation pages that `--help` shows. */
import type { Command } from 'commander'
import { docsPath } from '../../kit/package-path.js'
import { commandLine } from '../../kit/text/words.js'

/** A page of the documentation, and the arguments of three examples after the command's name. */
type CommandHelp = readonly [page: string, ...examples: readonly [string, string, string]]

export const COMMAND_HELP = {
  serve: [
    'command-line.md#serve',
    '--port 0 --seed 42',
    '--clock frozen --at 2026-03-01T12:00:00Z',
    '--scenario primary-outage --log-level info',
  ],
  get: [
    'command-line.md#get',
    'arbitrum/prices/tickers',
    "'botanix/prices/candles?tokenSymbol=BTC&period=1d&limit=2' --at 2000-02-29 --seed 42",
    'arbitrum/prices/tickers --scenario primary-outage --after 40s',
  ],
  verify: [
    'command-line.md#verify',
    'http://127.0.0.1:8650/botanix/signed_prices/latest',
    'reply.json --network arbitrum',
    '- --json < reply.json',
  ],
  rehearse: [
    'rehearsal.md',
    'primary-down -- node client.js {arbitrum} {arbitrum.fallback}',
    '--report junit=rehearsal.xml --fail-on should -- node client.js {arbitrum}',
    'primary-down --attach',
  ],
  run: [
    'hosts.md#clients-with-hard-coded-hosts',
    '-- node client.js',
    '--scenario primary-outage -- python3 bot.py',
    '--offline --seed 42 -- go test ./...',
  ],
  env: ['hosts.md#clients-with-hard-coded-hosts', '', '--port 8650', '--json'],
  validate: ['scenarios.md', 'my-outage.yaml', 'scenarios/*.yaml', 'my-outage.yaml --json'],
  explain: ['scenarios.md', 'primary-outage', 'my-outage.yaml', 'my-outage.yaml --json'],
  scenarios: ['choosing-a-scenario.md', '', '--json', '| grep -A 2 outage'],
  init: ['scenarios.md', 'my-outage.yaml', '--kind catalogue my-market.yaml', 'prices.test.js'],
  schema: ['scenarios.md', '> scenario.schema.json', 'openapi > openapi.json', '--catalogue my-market.yaml'],
  catalogue: ['catalogues.md', '--network botanix', '--json', '--catalogue my-market.yaml'],
  compare: [
    'catalogues.md',
    'http://127.0.0.1:8650/arbitrum',
    'https://api.example.com/arbitrum --network arbitrum --save replies',
    'replies --report markdown=differences.md',
  ],
  mcp: ['agents.md', '', '--attach http://127.0.0.1:8650', '--clock frozen --seed 42'],
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
    const help = COMMAND_HELP[command.name() as keyof typeof COMMAND_HELP]
    command.addHelpText('after', () => `\n${EXIT_CODES}\n\n${textOf(command.name(), help)}`)
  }
  main.addHelpText(
    'after',
    () => `
${serving.helpInformation().trimEnd()}

An option takes precedence over its environment variable, and that over the default.

${EXIT_CODES}

${textOf('', MAIN_HELP)}`,
  )
}

const MAIN_HELP = [
  'command-line.md',
  'serve --scenario primary-outage',
  'rehearse primary-down -- node client.js {arbitrum}',
  'explain --help',
] as const

function textOf(name: string, [page, ...examples]: CommandHelp): string {
  const lines = examples.map((example) => `  ${commandLine(name, example).replace(/ +/g, ' ').trimEnd()}`)
  return [`Examples:`, ...lines, '', `Docs: ${docsPath(page)}`].join('\n')
}
