/** The command line. Errors end as one sentence and an exit code. */
import { Command, CommanderError, Option } from 'commander'
import { type Settings, withSource } from '../config/resolve.js'
import { OPTIONS, type OptionName } from '../config/schema.js'
import { UserError } from '../core/errors.js'
import { parseWhole } from '../core/parse.js'
import { VERSION } from '../core/version.js'
import type { CatalogueTyped } from './catalogue.js'
import type { CompareTyped } from './compare.js'
import { addRehearse } from './rehearse-command.js'
import { serve } from './serve.js'
import { catalogueOf, collect, settingsOf, type Typed, withOptions } from './typed.js'
import { strayWord, throwUserErrors } from './usage-errors.js'
import { isWorker } from './worker.js'

const SERVE_OPTIONS = Object.keys(OPTIONS) as OptionName[]
const GET_OPTIONS: readonly OptionName[] = [
  'seed',
  'at',
  'scenario',
  'dialect',
  'priceFormat',
  'cache',
  'extraTokens',
  'catalogue',
]

const CATALOGUE_OPTIONS: readonly OptionName[] = ['catalogue']

const WORKERS_ABOUT =
  'so many replicas on one port of this machine; needs --store (default: 1) [GMX_SIM_WORKERS]'
const MAX_WORKERS = 256

const EXIT_CODES = `
Exit codes: 0 ok, 1 unexpected, 2 wrong usage, 3 unusable scenario or configuration, 4 cannot listen,
5 something that was checked does not hold, or a scenario keeps get from a good reply.
Each option may also be set by the environment variable behind it; what is typed wins.`

/** `command` is the part after `--`, for rehearse. */
function program(command: readonly string[] | undefined): Command {
  const main = new Command('gmx-sim')
    .description("A deterministic simulator of GMX's v1 price API. None of its prices is real.")
    .version(VERSION, '--version', 'print the version')
    .enablePositionalOptions()
    .configureOutput({ writeErr: () => {} })
  const serving = main.command('serve', { isDefault: true }).description('serve until SIGINT or SIGTERM')
  withOptions(serving, SERVE_OPTIONS)
    .addOption(new Option('--workers <n>', WORKERS_ABOUT).env('GMX_SIM_WORKERS'))
    .allowExcessArguments()
    .action(
      async (
        { workers: count = '1', ...typed }: Typed & { readonly workers?: string },
        { args }: Command,
      ) => {
        if (args.length > 0)
          throw strayWord(
            args[0],
            main.commands.map((command) => command.name()),
          )
        const workers = withSource('--workers', () => parseWhole(count, 1, MAX_WORKERS))
        const settings = settingsOf(typed)
        requireStore(workers, settings)
        if (workers === 1 || isWorker()) return serve(settings)
        process.exitCode = await (await import('./workers.js')).serveWorkers(workers)
      },
    )
  const getting = main.command('get').argument('<address>', "an address such as 'arbitrum/prices/tickers'")
  withOptions(getting.description('print one reply without a server'), GET_OPTIONS)
    .option('--after <duration>', 'ask so much later, such as 30s, when the rules of a scenario are on')
    .action(async (address: string, { after, ...typed }: Typed & { readonly after?: string }) =>
      (await import('./get.js')).get(address, settingsOf({ clock: 'frozen', ...typed }), after),
    )
  const verifying = main.command('verify').argument('<source>', 'a file, a URL, or - for standard input')
  verifying
    .description('check the signatures of a signed-prices reply, row by row')
    .option('--network <name>', 'the network that the reply must be of (default: any)')
  withOptions(verifying, CATALOGUE_OPTIONS).action(
    async (source: string, typed: Typed & { readonly network?: string }) =>
      (await import('./verify.js')).verify(source, typed.network, await catalogueOf(typed)),
  )
  addRehearse(main, async (scenarios, typed) =>
    (await import('./rehearse.js')).rehearse(scenarios, typed, command),
  )
  const validating = main
    .command('validate')
    .argument('<file...>', 'scenario files, or names of the library')
    .description('check scenario files: every problem as file:line:column')
  withOptions(validating, CATALOGUE_OPTIONS).action(async (paths: string[], typed: Typed) =>
    (await import('./scenarios.js')).validate(paths, await catalogueOf(typed)),
  )
  const explaining = main
    .command('explain')
    .argument('<file>', 'a scenario file, or a name of the library')
    .description('print a scenario as a timeline')
  withOptions(explaining, CATALOGUE_OPTIONS).action(async (path: string, typed: Typed) =>
    (await import('./scenarios.js')).explain(path, await catalogueOf(typed)),
  )
  main
    .command('scenarios')
    .description('list the library: scenarios that every command takes by name')
    .action(async () => (await import('./scenarios.js')).scenarios())
  main
    .command('init')
    .argument('<file>', 'the path of a new file, such as my-outage.yaml')
    .description('write a first scenario, which an editor checks as you type')
    .action(async (path: string) => (await import('./init.js')).init(path))
  const printing = main
    .command('schema')
    .argument('[kind]', 'scenario or catalogue', 'scenario')
    .description('print the JSON Schema of scenario files, or of catalogue files')
  withOptions(printing, CATALOGUE_OPTIONS).action(async (of: string, typed: Typed) =>
    (await import('./scenarios.js')).schema(of, await catalogueOf(typed)),
  )
  const listing = main
    .command('catalogue')
    .description('print what is served: networks, base addresses, tokens and markets')
    .option('--network <name>', 'only this one')
    .option('--json', 'for programs')
  withOptions(listing, CATALOGUE_OPTIONS).action(async (typed: CatalogueTyped) =>
    (await import('./catalogue.js')).printCatalogue(await catalogueOf(typed), typed),
  )
  withComparison(main)
  throwUserErrors(main)
  // `serve` is the default command: its options are shown with the main help.
  return main.addHelpText('after', () => `\n${serving.helpInformation().trimEnd()}\n${EXIT_CODES}`)
}

function withComparison(main: Command): void {
  const comparing = main
    .command('compare')
    .argument(
      '<source>',
      'a base address, such as http://127.0.0.1:8650/arbitrum, or a folder that --save has made',
    )
    .description('tell how another source differs from what gmx-sim would say')
    .option('--network <name>', 'which network it is of (default: what its address or its tokens say)')
    .option('--rate <n>', 'GETs a second, at most', '5')
    .option('--timeout <duration>', 'longest wait for an answer', '10s')
    .option('--report <format[=path]>', 'text, json, junit or markdown; as often as wanted', collect, [])
    .option('--write-catalogue <file>', 'write the catalogue file that brings ours up to date')
    .option('--save <folder>', 'keep the replies, to be compared again')
  withOptions(comparing, CATALOGUE_OPTIONS).action(async (source: string, typed: CompareTyped) =>
    (await import('./compare.js')).compareWith(source, typed, await catalogueOf(typed)),
  )
}

/** Without a store each process would keep its own counters. */
function requireStore(workers: number, { store }: Settings): void {
  if (workers === 1 || store !== undefined) return
  throw new UserError(
    'several workers need a store',
    `--workers ${workers} without --store`,
    'write --store redis://127.0.0.1:6379/0 too, or leave --workers out: one process answers as fast as node:http',
  )
}

export async function main(): Promise<void> {
  try {
    const { argv } = process
    // Everything after the dashes belongs to the program.
    const dashes = argv[2] === 'rehearse' ? argv.indexOf('--') : -1
    await (dashes < 0
      ? program(undefined).parseAsync()
      : program(argv.slice(dashes + 1)).parseAsync(argv.slice(0, dashes)))
  } catch (error) {
    process.exitCode = report(error)
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof UserError) {
    process.stderr.write(`gmx-sim: ${error.message.replace(/\s*[\r\n]\s*/g, ' ')}\n`)
    return error.exitCode
  }
  process.stderr.write(`gmx-sim: unexpected: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
