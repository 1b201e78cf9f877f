/** Options of `gmx-sim rehearse`. */
import type { Command } from 'commander'
import { UserError } from '../../kit/errors.js'
import { formatDuration, parseDuration } from '../../kit/text/duration.js'
import { ParseError, parsePort, parseWhole } from '../../kit/text/parse.js'
import { commandLine, shellWord } from '../../kit/text/words.js'
import type { Report } from '../../rehearsal/report.js'
import { collect, valued, withOptions } from './command-options.js'

export interface RehearseTyped {
  readonly attach?: true
  readonly list?: true
  readonly intercept?: true
  readonly offline?: true
  readonly jobs?: number
  readonly warmUp?: number
  readonly incident?: number
  readonly coolDown: number
  readonly set: readonly string[]
  readonly observe?: RegExp
  readonly verbose?: true
  readonly report: readonly string[]
  readonly baseline?: string
  readonly failOn: Report['failOn']
  readonly allowUnexercised?: true
  readonly allowUnproven?: true
  readonly mayExit?: true
  readonly clients: number
  readonly seed?: string
  readonly port: number
  readonly logs?: string
  readonly catalogue?: string[]
}

type Typed = Partial<Pick<RehearseTyped, 'set' | 'report'>> & Omit<RehearseTyped, 'set' | 'report'>

export const OFFLINE_ABOUT = 'refuse requests to other hosts, and list them'
export const SET_ABOUT =
  'environment variable of the program; may contain placeholders such as {arbitrum.fallback}'

const COOL_DOWN = '60s'

/** `run` receives the typed scenarios and options. */
export function addRehearse(
  main: Command,
  run: (scenarios: string[], typed: RehearseTyped) => Promise<void>,
): void {
  const upTo = (most: number) => (text: string) => parseWhole(text, 1, most)
  const rehearsing = main
    .command('rehearse')
    .usage('[scenario…] [options] -- <command> [argument…]')
    .argument('[scenario...]', 'library names or files (default: the drill)')
    .description('Rehearse incidents with a client and grade how it copes.')
    .option('--attach', 'wait for a client that you start yourself; scenarios run one after the other')
    .option(
      '--intercept',
      "answer the program's requests to the live hosts, in the observed dialect unless a scenario sets another",
    )
    .option('--offline', `with --intercept: ${OFFLINE_ABOUT}`)
    .option('--list', 'print the scenarios and exit')
    .addOption(valued('--jobs <n>', 'concurrent scenarios (default: all)', upTo(1000)))
    .addOption(valued('--warm-up <duration>', ABOUT.warmUp, parseDuration))
    .addOption(valued('--incident <duration>', ABOUT.incident, parseDuration))
    .addOption(valued('--cool-down <duration>', ABOUT.coolDown, parseDuration, COOL_DOWN))
    .option('--set <name=value>', SET_ABOUT, collect)
    .option('--observe <regex>', ABOUT.observe, parsePattern)
    .option('--verbose', "show the program's output")
    .option('--report <format[=path]>', ABOUT.report, collect)
    .option('--baseline <file>', 'JSON report to compare with: marks each check better, worse or equal')
    .addOption(valued('--fail-on <what>', ABOUT.failOn, parseFailOn, 'must'))
    .option('--allow-unexercised', ABOUT.allowUnexercised)
    .option('--allow-unproven', ABOUT.allowUnproven)
    .option('--may-exit', ABOUT.mayExit)
    .addOption(valued('--clients <n>', 'concurrent copies of the program', upTo(100), '1'))
    .option('--seed <text>', "seed of the market (default: the scenario's)")
    .addOption(valued('--port <n>', 'port of the simulator; 0 takes any free one', parsePort, '0'))
    .option('--logs <folder>', "folder for the program's output (default: a new temporary folder)")
  withOptions(rehearsing, ['catalogue'])
    .helpCommand(false)
    .action((scenarios: string[], typed: Typed) => run(scenarios, { set: [], report: [], ...typed }))
  rehearsing
    .command('diff')
    .argument('<earlier-report>', 'the JSON report of an earlier rehearsal')
    .argument('<later-report>', 'the JSON report to compare with it')
    .description('Compare two reports; exit code 5 if a check became worse.')
    .helpOption('-h, --help', 'print help')
    .action(async (earlier: string, later: string) =>
      (await import('./baseline-file.js')).rehearseDiff(earlier, later),
    )
}

const ABOUT = {
  warmUp: 'time to watch the client first (default: 10s to 20s, until its request rate is known)',
  allowUnexercised: 'exempt scenarios whose faults met no request of the client',
  allowUnproven: 'exempt scenarios whose subject could not be observed',
  mayExit: 'for a program that is meant to end before the rehearsal, such as a script',
  incident: 'ends every incident; required for scenarios that never end',
  coolDown: 'time to watch the client afterwards',
  observe: 'finds the price acted on in a line of stdout; needs groups symbol and price',
  report: 'text, json, junit, markdown, github, html, har or finding; may be repeated',
  failOn: 'must, should, worse (than the baseline), or a minimum score',
}

function parseFailOn(text: string): Report['failOn'] {
  if (text === 'must' || text === 'should' || text === 'worse') return text
  if (/^\d+$/.test(text) && Number(text) <= 100) return Number(text)
  throw new ParseError(text, 'write must, should, worse, or a minimum score from 0 to 100')
}

function parsePattern(text: string): RegExp {
  const hint = "write one such as 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)'"
  let pattern: RegExp
  try {
    pattern = new RegExp(text)
  } catch (error) {
    throw new UserError('--observe is not a regular expression', (error as Error).message, hint)
  }
  const { groups = {} } = new RegExp(`${text}|`).exec('') ?? {}
  const missing = ['symbol', 'price'].filter((name) => !(name in groups))
  if (missing.length === 0) return pattern
  const what = `--observe needs the ${missing.length === 1 ? 'group' : 'groups'} ${missing.join(' and ')}`
  throw new UserError(what, text, hint)
}

/** `seed` is the one that was used, so that the prices are the same. A brief command leaves out defaults and the program. */
export function repeatCommand(
  scenario: string,
  typed: RehearseTyped,
  seed: string,
  command: readonly string[] | undefined,
  isBrief = false,
): string {
  const {
    attach,
    intercept,
    offline,
    mayExit,
    warmUp,
    incident,
    set,
    observe,
    clients,
    catalogue = [],
  } = typed
  const coolDown = isBrief && typed.coolDown === parseDuration(COOL_DOWN) ? undefined : typed.coolDown
  const words = [
    'rehearse',
    scenario,
    ...(attach ? ['--attach'] : []),
    ...(intercept ? ['--intercept'] : []),
    ...(offline ? ['--offline'] : []),
    ...(mayExit ? ['--may-exit'] : []),
    ...(isBrief && typed.seed === undefined ? [] : ['--seed', seed]),
    ...Object.entries({ 'warm-up': warmUp, incident, 'cool-down': coolDown }).flatMap(([option, ms]) =>
      ms === undefined ? [] : [`--${option}`, formatDuration(ms)],
    ),
    ...(clients === 1 ? [] : ['--clients', String(clients)]),
    ...catalogue.flatMap((file) => ['--catalogue', file]),
    ...set.flatMap((text) => ['--set', text]),
    ...(observe === undefined ? [] : ['--observe', observe.source]),
  ].map(shellWord)
  if (command === undefined) return commandLine(...words)
  return commandLine(...words, '--', ...(isBrief ? ['…'] : command.map(shellWord)))
}
