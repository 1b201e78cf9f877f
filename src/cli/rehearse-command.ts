/** Options of `gmx-sim rehearse`. */
import type { Command } from 'commander'
import { parseDuration } from '../core/duration.js'
import { UserError } from '../core/errors.js'
import { ParseError, parsePort, parseWhole } from '../core/parse.js'
import type { FailOn } from '../rehearsal/grade.js'
import { collect, valued, withOptions } from './command-options.js'

export interface RehearseTyped {
  readonly attach?: true
  readonly list?: true
  readonly jobs?: number
  readonly warmUp?: number
  readonly incident?: number
  readonly coolDown: number
  readonly set: readonly string[]
  readonly observe?: RegExp
  readonly verbose?: true
  readonly report: readonly string[]
  readonly failOn: FailOn
  readonly allowUnexercised?: true
  readonly clients: number
  readonly seed?: string
  readonly port: number
  readonly logs?: string
  readonly catalogue?: string[]
}

const MAX_CLIENTS = 100
const MAX_JOBS = 1000

export function addRehearse(main: Command): Command {
  const parseJobs = (text: string) => parseWhole(text, 1, MAX_JOBS)
  const parseClients = (text: string) => parseWhole(text, 1, MAX_CLIENTS)
  const rehearsing = main
    .command('rehearse')
    .usage('[scenario…] [options] -- <command> [argument…]')
    .argument('[scenario...]', 'names of the library or files; the drill when none is given')
    .description('Rehearse incidents with a client and grade how it copes.')
    .option('--attach', 'wait for a client that you start yourself, one scenario after the other')
    .option('--list', 'print the scenarios that would be rehearsed')
    .addOption(valued('--jobs <n>', 'so many scenarios at once (default: all)', parseJobs))
    .addOption(valued('--warm-up <duration>', ABOUT.warmUp, parseDuration))
    .addOption(valued('--incident <duration>', ABOUT.incident, parseDuration))
    .addOption(valued('--cool-down <duration>', ABOUT.coolDown, parseDuration, '60s'))
    .option('--set <name=value>', ABOUT.set, collect, [])
    .option('--observe <regex>', ABOUT.observe, parsePattern)
    .option('--verbose', 'pass on what it prints')
    .option('--report <format[=path]>', 'text, json, junit, markdown …; as often as wanted', collect, [])
    .addOption(valued('--fail-on <what>', 'must, should, or the least score', parseFailOn, 'must'))
    .option('--allow-unexercised', 'exempt scenarios that struck nothing the client asked from the verdict')
    .addOption(valued('--clients <n>', 'so many copies of it at once', parseClients, '1'))
    .option('--seed <text>', 'what all prices follow from (default: what the scenario says)')
    .addOption(valued('--port <n>', 'port of the simulator; 0 takes any free one', parsePort, '0'))
    .option('--logs <folder>', 'where what it prints is kept (default: a new folder for temporary files)')
  return withOptions(rehearsing, ['catalogue'])
}

const ABOUT = {
  warmUp: 'how long the client is watched before (default: 10s to 20s, until its request rate is known)',
  incident: 'ends every incident; needed for scenarios that never end',
  coolDown: 'how long it is watched afterwards',
  set: 'a variable of its environment; {arbitrum.fallback} and so on are filled in',
  observe: 'finds the price it acts on in a line of its output: groups symbol and price',
}

function parseFailOn(text: string): FailOn {
  if (text === 'must' || text === 'should') return text
  if (/^\d+$/.test(text) && Number(text) <= 100) return Number(text)
  throw new ParseError(text, 'write must, should, or the least score, 0 to 100')
}

function parsePattern(text: string): RegExp {
  const hint = "write one such as 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)'"
  let pattern: RegExp
  try {
    pattern = new RegExp(text)
  } catch (error) {
    throw new UserError('--observe is no regular expression', (error as Error).message, hint)
  }
  const { groups = {} } = new RegExp(`${text}|`).exec('') ?? {}
  const missing = ['symbol', 'price'].filter((name) => !(name in groups))
  if (missing.length === 0) return pattern
  const what = `--observe needs the ${missing.length === 1 ? 'group' : 'groups'} ${missing.join(' and ')}`
  throw new UserError(what, text, hint)
}
