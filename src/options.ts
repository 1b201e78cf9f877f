/**
 * Every setting of the simulator with its default: the only place where defaults live. The command line, the environment,
 * the README's table and the programmatic interface all read this list.
 */

import type { ClockSetting } from './clock/clock.js'
import { UserError } from './core/errors.js'
import type { Hex } from './core/hex.js'
import { parseClock, parseInstant, parsePort, parseWhole, parseWord, Unreadable } from './core/parse.js'
import { DIALECTS, type Dialect } from './endpoints/define.js'
import { PRICE_FORMATS, type PriceFormat } from './world.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const CACHES = ['documented', 'off'] as const

/** Where a frozen clock stands when nothing else is said. */
export const FROZEN_AT = '2026-01-01T00:00:00Z'

export interface Option<Value> {
  /** What stands behind the flag; none for a switch. */
  readonly argument?: string
  readonly about: string
  /** As it would be typed; undefined where there is no default. */
  readonly fallback?: string
  parse(text: string): Value
}

const option = <Value>(option: Option<Value>): Option<Value> => option
const toggle = (about: string): Option<boolean> => ({
  about,
  fallback: 'false',
  parse: (text) => parseWord(text, ['true', 'false']) === 'true',
})

/** Node would take an empty host for every address of the machine. */
function parseHost(text: string): string {
  if (text !== '') return text
  throw new Unreadable(text, 'write an address of this machine, such as 127.0.0.1 (0.0.0.0 for all of them)')
}

function parseKey(text: string): Hex {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text as Hex
  // The text may be most of a key: it is not shown.
  throw new Unreadable(`${text.length} characters`, 'write 0x and 64 hexadecimal digits')
}

function parseToken(text: string): string {
  if (text.length >= 8) return text
  throw new Unreadable(text, 'write a token of at least 8 characters')
}

export const OPTIONS = {
  port: option({
    argument: '<n>',
    about: 'port to listen on; 0 takes any free one',
    fallback: '8650',
    parse: parsePort,
  }),
  host: option({
    argument: '<address>',
    about: 'address to listen on',
    fallback: '127.0.0.1',
    parse: parseHost,
  }),
  seed: option({
    argument: '<text>',
    about: 'what all prices follow from: another seed, another market',
    fallback: 'gmx-sim',
    parse: String,
  }),
  clock: option({
    argument: '<mode>',
    about: 'real, frozen, or a rate such as 60x',
    fallback: 'real',
    parse: parseClock,
  }),
  at: option({
    argument: '<instant>',
    about: `where the clock starts: ISO 8601 or Unix seconds (default: now; frozen and get: ${FROZEN_AT})`,
    parse: parseInstant,
  }),
  dialect: option({
    argument: '<name>',
    about: 'whose replies: as documented or as observed',
    fallback: 'documented',
    parse: (text): Dialect => parseWord(text, DIALECTS),
  }),
  priceFormat: option({
    argument: '<name>',
    about: 'price strings: full precision, or compacted by oracleDecimals',
    fallback: 'full',
    parse: (text): PriceFormat => parseWord(text, PRICE_FORMATS),
  }),
  cache: option({
    argument: '<name>',
    about: 'cache windows as documented, or off',
    fallback: 'documented',
    parse: (text) => parseWord(text, CACHES),
  }),
  extraTokens: option({
    argument: '<n>',
    about: 'made-up tokens added to each network, at most 5000',
    fallback: '0',
    parse: (text) => parseWhole(text, 0, 5000),
  }),
  splitPorts: toggle(
    'each base address on a port of its own too: the nine behind --port, or any if that is 0',
  ),
  signerKey: option({
    argument: '<key>',
    about: 'private key that signs prices, 0x and 64 digits (default: published development keys)',
    parse: parseKey,
  }),
  noControl: toggle('leave out the control API below /__sim'),
  controlToken: option({
    argument: '<token>',
    about: 'what control calls must carry as a bearer token; needed on a host that is not loopback',
    parse: parseToken,
  }),
  quietHeaders: toggle('leave out the x-gmx-sim-… headers'),
  quiet: toggle('print nothing but the ready line'),
  logLevel: option({
    argument: '<name>',
    about: 'what is logged to stderr: silent, error, warn, info or debug',
    fallback: 'warn',
    parse: (text): LogLevel => parseWord(text, LOG_LEVELS),
  }),
} as const

export type OptionName = keyof typeof OPTIONS

/** All settings, parsed. */
export type Settings = {
  readonly [K in OptionName]: (typeof OPTIONS)[K] extends Option<infer V>
    ? V | (K extends 'at' | 'controlToken' | 'signerKey' ? undefined : never)
    : never
}

/** `priceFormat` → `--price-format`. */
export function flagOf(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `priceFormat` → `GMX_SIM_PRICE_FORMAT`. */
export function variableOf(name: OptionName): string {
  return `GMX_SIM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Settings from what was typed, then the environment, then the defaults; a UserError for the first that is wrong. */
export function readSettings(
  typed: Readonly<Partial<Record<OptionName, string>>>,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const read = (name: OptionName): unknown => {
    const { parse, fallback } = OPTIONS[name] as Option<unknown>
    const text = typed[name]
    if (text !== undefined) return named(flagOf(name), () => parse(text))
    const inherited = environment[variableOf(name)]
    if (inherited !== undefined && inherited !== '') return named(variableOf(name), () => parse(inherited))
    return fallback === undefined ? undefined : parse(fallback)
  }
  return Object.fromEntries(
    Object.keys(OPTIONS).map((name) => [name, read(name as OptionName)]),
  ) as unknown as Settings
}

/** Makes a UserError of what could not be read, naming where it stood. */
function named<Value>(source: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Unreadable)
      throw new UserError(`${source} cannot be read`, JSON.stringify(error.seen), error.message, 2)
    throw error
  }
}

/** The clock that the settings ask for. */
export function clockSettingOf({ clock, at }: Pick<Settings, 'clock' | 'at'>): ClockSetting {
  if (at !== undefined) return { ...clock, atMs: at }
  return clock.mode === 'frozen' ? { ...clock, atMs: Date.parse(FROZEN_AT) } : clock
}
