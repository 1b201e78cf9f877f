/** The command line: what was typed → settings → a command. Errors leave here as one sentence and an exit code. */
import { Command, CommanderError, Option } from 'commander'
import type { Catalogue } from '../catalogue/types.js'
import { UserError } from '../core/errors.js'
import { parseWhole } from '../core/parse.js'
import { VERSION } from '../core/version.js'
import { flagOf, OPTIONS, type OptionName, type Option as Setting, variableOf } from '../options.js'
import { named, readSettings, type Settings } from '../settings.js'
import type { CatalogueTyped } from './catalogue.js'
import type { CompareTyped } from './compare.js'
import type { RehearseTyped } from './rehearse.js'
import { serve } from './serve.js'
import { strayWord, toUserError, workersWithoutStore } from './usage-errors.js'
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
const MOST_WORKERS = 256

const EXIT_CODES = `
Exit codes: 0 ok, 1 unexpected, 2 wrong usage, 3 unusable scenario or configuration, 4 cannot listen,
5 something that was checked does not hold, or a scenario keeps get from a good reply.
Each option may also be set by the environment variable behind it; what is typed wins.`

type Typed = Partial<Record<OptionName, string | boolean | string[]>>

/** `command` is what stands behind `--`, for rehearse. */
function program(command: readonly string[] | undefined): Command {
  const main = new Command('gmx-sim')
    .description("A deterministic simulator of GMX's v1 price API. None of its prices is real.")
    .version(VERSION, '--version', 'print the version')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  const serving = main.command('serve', { isDefault: true }).description('serve until SIGINT or SIGTERM')
  withOptions(serving, SERVE_OPTIONS)
    .addOption(new Option('--workers <n>', WORKERS_ABOUT).env('GMX_SIM_WORKERS'))
    .allowExcessArguments()
    .action(async ({ workers, ...typed }: Typed & { readonly workers?: string }, { args }: Command) => {
      if (args.length > 0)
        throw strayWord(
          args[0],
          main.commands.map((command) => command.name()),
        )
      const settings = settingsOf(typed)
      const count = workers === undefined ? 1 : workersOf(workers, settings)
      if (count === 1 || isWorker()) return serve(settings)
      process.exitCode = await (await import('./workers.js')).serveWorkers(count)
    })
  const getting = main.command('get').argument('<address>', "such as 'arbitrum/prices/tickers'")
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
    async (source: string, { network, ...typed }: Typed & { readonly network?: string }) =>
      (await import('./verify.js')).verify(source, network, await catalogueOf(typed)),
  )
  withRehearsal(main, command)
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
    .argument('<file>', 'where to write it, such as my-outage.yaml')
    .description('write a first scenario, which an editor checks as you type')
    .action(async (path: string) => (await import('./init.js')).init(path))
  const printing = main
    .command('schema')
    .argument('[of]', 'scenario or catalogue', 'scenario')
    .description('print the JSON Schema of scenario files, or of catalogue files')
  withOptions(printing, CATALOGUE_OPTIONS).action(async (of: string, typed: Typed) =>
    (await import('./scenarios.js')).schema(of, await catalogueOf(typed)),
  )
  const listing = main
    .command('catalogue')
    .description('print what is served: networks, base addresses, tokens and markets')
    .option('--network <name>', 'only this one')
    .option('--json', 'for programs')
  withOptions(listing, CATALOGUE_OPTIONS).action(
    async ({ network, json, ...typed }: Typed & CatalogueTyped) =>
      (await import('./catalogue.js')).printCatalogue(await catalogueOf(typed), {
        ...(network !== undefined && { network }),
        ...(json && { json }),
      }),
  )
  withComparison(main)
  // `serve` is what runs when no command is named, so its options are what most people look for.
  return main.addHelpText('after', () => `\n${serving.helpInformation().trimEnd()}\n${EXIT_CODES}`)
}

function collect(value: string, known: readonly string[] = []): string[] {
  return [...known, value]
}

function withRehearsal(main: Command, program: readonly string[] | undefined): void {
  const rehearsing = main
    .command('rehearse')
    .usage('[scenario…] [options] -- <command> [argument…]')
    .argument('[scenario...]', 'names of the library or files; the drill when none is given')
    .description('play scenarios to a program and grade what it does')
    .option('--attach', 'wait for a client that you start yourself, one scenario after the other')
    .option('--list', 'print the scenarios that would be rehearsed')
    .option('--jobs <n>', 'so many scenarios at once (default: all)')
    .option('--warm-up <duration>', 'how long the client is watched before', '10s')
    .option('--incident <duration>', 'ends every incident; needed for scenarios that never end')
    .option('--cool-down <duration>', 'how long it is watched afterwards', '60s')
    .option(
      '--set <name=value>',
      'a variable of its environment; {arbitrum.fallback} and so on are filled in',
      collect,
      [],
    )
    .option(
      '--observe <regex>',
      'finds the price it acts on in a line of its output: groups symbol and price',
    )
    .option('--verbose', 'pass on what it prints')
    .option('--report <format[=path]>', 'text, json, junit, markdown …; as often as wanted', collect, [])
    .option('--fail-on <what>', 'must, should, or the least score', 'must')
    .option('--clients <n>', 'so many copies of it at once', '1')
    .option('--seed <text>', 'what all prices follow from (default: what the scenario says)')
    .option('--port <n>', 'port of the simulator; 0 takes any free one', '0')
    .option('--logs <folder>', 'where what it prints is kept (default: a new folder for temporary files)')
  withOptions(rehearsing, CATALOGUE_OPTIONS).action(async (scenarios: string[], typed: RehearseTyped) =>
    (await import('./rehearse.js')).rehearse(scenarios, typed, program),
  )
}

function withComparison(main: Command): void {
  const comparing = main
    .command('compare')
    .argument(
      '<from>',
      'a base address, such as http://127.0.0.1:8650/arbitrum, or a folder that --save has made',
    )
    .description('tell how another source differs from what gmx-sim would say')
    .option('--network <name>', 'which network it is of (default: what its address or its tokens say)')
    .option('--rate <n>', 'GETs a second, at most', '5')
    .option('--timeout <duration>', 'longest wait for an answer', '10s')
    .option('--report <format[=path]>', 'text, json, junit or markdown; as often as wanted', collect, [])
    .option('--write-catalogue <file>', 'write the catalogue file that brings ours up to date')
    .option('--save <folder>', 'keep the replies, to be compared again')
  withOptions(comparing, CATALOGUE_OPTIONS).action(
    async (from: string, { catalogue, ...typed }: CompareTyped & { readonly catalogue?: string[] }) =>
      (await import('./compare.js')).compareWith(
        from,
        typed,
        await catalogueOf({ ...(catalogue && { catalogue }) }),
      ),
  )
}

function withOptions(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) {
    const { argument, about, fallback, several } = OPTIONS[name] as Setting<unknown>
    const defaultText = argument !== undefined && fallback !== undefined ? ` (default: ${fallback})` : ''
    const option = new Option(
      `${flagOf(name)}${argument === undefined ? '' : ` ${argument}`}`,
      `${about}${defaultText} [${variableOf(name)}]`,
    )
    command.addOption(several ? option.argParser(collect) : option)
  }
  return command
}

/** How many replicas are wanted; more than one needs a store that they share. */
function workersOf(text: string, settings: Settings): number {
  const count = named('--workers', () => parseWhole(text, 1, MOST_WORKERS))
  if (count > 1 && settings.store === undefined) throw workersWithoutStore(count)
  return count
}

/** What the files lay over the built-in catalogue. */
async function catalogueOf(typed: Typed): Promise<Catalogue> {
  const { catalogueFor } = await import('../load.js')
  return catalogueFor(settingsOf(typed))
}

/** Commander reads `--no-control` as a `control` that is false, and makes it true where the flag is not given. */
function settingsOf({
  control,
  compression,
  ...typed
}: Typed & Readonly<Partial<Record<'control' | 'compression', boolean>>>) {
  const texts: [string, string | readonly string[]][] = Object.entries(typed).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : String(value),
  ])
  if (control === false) texts.push(['noControl', 'true'])
  if (compression === false) texts.push(['noCompression', 'true'])
  return readSettings(Object.fromEntries(texts) as Partial<Record<OptionName, string>>, process.env)
}

/** Runs what was typed; ends with the exit code set. */
export async function main(): Promise<void> {
  try {
    const { argv } = process
    // All behind the dashes is the program's own, however it looks.
    const dashes = argv[2] === 'rehearse' ? argv.indexOf('--') : -1
    await (dashes < 0
      ? program(undefined).parseAsync()
      : program(argv.slice(dashes + 1)).parseAsync(argv.slice(0, dashes)))
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Says what went wrong in one sentence, on one line, and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : report(toUserError(error))
  if (error instanceof UserError) {
    process.stderr.write(`gmx-sim: ${error.message.replace(/\s*[\r\n]\s*/g, ' ')}\n`)
    return error.exitCode
  }
  process.stderr.write(`gmx-sim: unexpected: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
