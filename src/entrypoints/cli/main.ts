/** The commands with their arguments and options; each loads its code when it runs. An error ends the process with one sentence. */
import { Command, CommanderError, Option } from 'commander'
import { UserError } from '../../kit/errors.js'
import { fileReason } from '../../kit/files.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { parseDuration } from '../../kit/text/duration.js'
import { ParseError } from '../../kit/text/parse.js'
import { safeText } from '../../kit/text/terminal.js'
import { oneLine } from '../../kit/text/words.js'
import { ALGORITHM, VERSION } from '../../kit/version.js'
import { LIVE_DEFAULTS } from '../../server/config/resolve.js'
import { flagOf, type OptionName } from '../../server/config/schema.js'
import { afterOption, catalogueOf, collect, settingsOf, valued, withOptions } from './command-options.js'
import { addHelp } from './help.js'
import { addRehearse, OFFLINE_ABOUT, SET_ABOUT } from './rehearse-command.js'
import { redactProcessTitle } from './secret-args.js'
import { serve } from './serve.js'
import { addServe } from './serve-command.js'
import { throwUserErrors } from './usage-errors.js'

/** Settings of a simulator that serves one program or reply. */
const MARKET_OPTIONS = ['at', 'scenario', 'dialect', 'priceFormat', 'cache', 'extraTokens'] as const
const GET_OPTIONS: readonly OptionName[] = ['seed', ...MARKET_OPTIONS, 'catalogue']
/** Options that mean something for a simulator that runs already. */
const OF_ATTACHED = ['controlTokenFile', 'logLevel']
const MCP_OPTIONS: readonly OptionName[] = [...GET_OPTIONS, 'clock', 'port', 'controlTokenFile', 'logLevel']
const RUN_OPTIONS = ['seed', 'clock', ...MARKET_OPTIONS, 'controlToken', 'catalogue', 'logLevel'] as const
const CATALOGUE_OPTIONS: readonly OptionName[] = ['catalogue']

const JSON_ABOUT = 'print JSON'

export async function main(): Promise<void> {
  redactProcessTitle()
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early.
    if (error.code !== 'EPIPE')
      process.exit(report(new UserError('nothing can be printed', ...fileReason(error))))
  })
  try {
    const { argv } = process
    // Everything after `--` is the command line of the program that is rehearsed or run.
    const dashes = argv[2] === 'rehearse' || argv[2] === 'run' ? argv.indexOf('--') : -1
    await (dashes < 0
      ? createProgram(undefined).parseAsync()
      : createProgram(argv.slice(dashes + 1)).parseAsync(argv.slice(0, dashes)))
  } catch (error) {
    process.exitCode = report(error)
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof UserError) {
    process.stderr.write(`gmx-sim: ${withoutCommands(safeText(oneLine(error.message)))}\n`)
    return error.exitCode
  }
  process.stderr.write(`gmx-sim: unexpected: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}

/** `command` is the command line after `--`, for rehearse and run. */
function createProgram(command: readonly string[] | undefined): Command {
  const main = new Command('gmx-sim')
    .description("A deterministic simulator of GMX's v1 price API. All prices are synthetic.")
    .option('-v, --version', 'print the version; with --json also that of the price algorithm')
    .enablePositionalOptions()
    .configureOutput({ writeErr: () => {} })
  main.on('option:version', () => printVersion(process.argv.includes('--json')))
  const serving = addServe(main, serve)
  addReplies(main)
  addRehearse(main, async (scenarios, options) =>
    (await import('./rehearse.js')).runRehearsals(scenarios, options, command),
  )
  addRun(main, command)
  addScenarios(main)
  addCatalogues(main)
  addMcp(main)
  throwUserErrors(main)
  addHelp(main, serving)
  return main
}

function printVersion(isJson: boolean): never {
  const version = { version: VERSION, algorithm: ALGORITHM, node: process.versions.node }
  process.stdout.write(isJson ? `${JSON.stringify(version)}\n` : `${VERSION}\n`)
  throw new CommanderError(0, 'commander.version', VERSION)
}

function addReplies(main: Command): void {
  const getting = main.command('get').argument('<address>', "an address such as 'arbitrum/prices/tickers'")
  withOptions(getting.description('Print one reply without starting a server.'), GET_OPTIONS)
    .addOption(afterOption())
    .action(async (address, { after, ...options }) =>
      (await import('./get.js')).get(address, settingsOf({ clock: 'frozen', ...options }), after),
    )
  const verifying = main.command('verify').argument('<source>', 'a file, a URL, or - for standard input')
  verifying
    .description('Verify the signatures of a signed-prices reply, row by row.')
    .option('--network <name>', 'network of the reply (default: any)')
    .option('--json', JSON_ABOUT)
  withOptions(verifying, CATALOGUE_OPTIONS).action(async (source, options) =>
    (await import('./verify.js')).verify(source, options, await catalogueOf(options)),
  )
}

/** Programs that the simulator answers as the live hosts. */
function addRun(main: Command, command: readonly string[] | undefined): void {
  const running = main
    .command('run')
    .usage('[options] -- <command> [argument…]')
    .description('Run a program; the simulator answers its requests to the live hosts.')
  withOptions(running, RUN_OPTIONS)
    .addOption(afterOption())
    .option('--offline', OFFLINE_ABOUT)
    .option('--set <name=value>', SET_ABOUT, collect)
    .action(async ({ after = 0, offline = false, set, ...options }) =>
      (await import('./run.js')).run(settingsOf(options, LIVE_DEFAULTS), after, offline, set, command),
    )
  main
    .command('env')
    .description('Print the environment for programs that a server with --intercept answers.')
    .option('--port <n>', 'port of the server (default: the one that runs)')
    .option('--json', JSON_ABOUT)
    .action(async (options) => (await import('./run.js')).env(options))
}

function addScenarios(main: Command): void {
  const validating = main
    .command('validate')
    .argument('<file...>', 'scenario files or library names')
    .description('Check scenario files; every problem has a file, line and column.')
    .option('--json', JSON_ABOUT)
  withOptions(validating, CATALOGUE_OPTIONS).action(async (paths, options) =>
    (await import('./scenarios.js')).validate(paths, options, await catalogueOf(options)),
  )
  const explaining = main
    .command('explain')
    .argument('<file>', 'a scenario file or library name')
    .description('Print a scenario as a timeline.')
    .option('--json', JSON_ABOUT)
  withOptions(explaining, CATALOGUE_OPTIONS).action(async (path, options) =>
    (await import('./scenarios.js')).explain(path, options, await catalogueOf(options)),
  )
  main
    .command('scenarios')
    .description('List the library: scenarios that every command accepts by name.')
    .option('--json', JSON_ABOUT)
    .action(async (options) => (await import('./scenarios.js')).scenarios(options))
  main
    .command('init')
    .argument('<file>', 'a path for the new file: my-outage.yaml, or prices.test.js for a first test')
    .addOption(
      new Option('--kind <kind>', 'what a YAML or JSON file is')
        .choices(['scenario', 'catalogue'])
        .default('scenario'),
    )
    .description('Write a first scenario, catalogue or test.')
    .action(async (path, { kind }) => (await import('./init.js')).init(path, kind))
  const printing = main
    .command('schema')
    .argument('[kind]', 'scenario, catalogue, log or openapi', 'scenario')
    .description('Print a JSON Schema, or the OpenAPI document.')
  withOptions(printing, CATALOGUE_OPTIONS).action(async (kind, options) =>
    (await import('./scenarios.js')).schema(kind, await catalogueOf(options)),
  )
}

function addCatalogues(main: Command): void {
  const listing = main
    .command('catalogue')
    .description('Print the networks, base addresses, tokens and markets that are served.')
    .option('--network <name>', 'print one network (default: all)')
    .option('--json', JSON_ABOUT)
  withOptions(listing, CATALOGUE_OPTIONS).action(async (options) =>
    (await import('./catalogue.js')).printCatalogue(await catalogueOf(options), options),
  )
  const comparing = main
    .command('compare')
    .argument(
      '<source>',
      'a base address, such as http://127.0.0.1:8650/arbitrum, or a folder written by --save',
    )
    .description('Detect how another price API differs from the simulator.')
    .option('--network <name>', 'network to compare with (default: derived from the address or its tokens)')
    .addOption(valued('--rate <n>', 'requests per second at most', parseRate, '5'))
    .addOption(valued('--timeout <duration>', 'longest wait for a reply', parseTimeout, '10s'))
    .addOption(
      new Option('--report <format[=path]>', 'text, json, junit or markdown; may be repeated')
        .argParser(collect)
        .default([], 'text'),
    )
    .option('--write-catalogue <file>', 'write a catalogue file with the lists of the source')
    .option('--save <folder>', 'save the replies, to compare them again')
  withOptions(comparing, CATALOGUE_OPTIONS).action(async (source, options) =>
    (await import('./compare.js')).compareWith(source, options, await catalogueOf(options)),
  )
}

function parseRate(text: string): number {
  const rate = Number(text)
  if (rate >= 0.1 && rate <= 100) return rate
  throw new ParseError(text, 'write requests per second, from 0.1 to 100')
}

function parseTimeout(text: string): number {
  const ms = Math.round(parseDuration(text))
  if (ms >= 1 && ms <= 3_600_000) return ms
  throw new ParseError(text, 'write a duration from 1ms to 1h')
}

function addMcp(main: Command): void {
  const serving = main
    .command('mcp')
    .description('Serve coding agents over stdio, by the Model Context Protocol.')
    .option('--attach <url>', 'use a running simulator or session (default: start one on a free port)')
  withOptions(serving, MCP_OPTIONS).action(async ({ attach, ...options }) => {
    const stray = Object.keys(options).find((name) => !OF_ATTACHED.includes(name)) as OptionName | undefined
    if (attach !== undefined && stray !== undefined)
      throw new UserError(
        '--attach uses the settings of the running simulator',
        flagOf(stray),
        'leave it out',
      )
    await (await import('./mcp.js')).mcp(main, settingsOf({ port: '0', ...options }), attach)
  })
}
