/**
 * All settings of the simulator, and their only defaults. The command line, the environment, the README's table and the
 * API in code read this list.
 */
import {
  parseClock,
  parseHost,
  parseInstant,
  parseKey,
  parsePath,
  parsePort,
  parseStore,
  parseStorePrefix,
  parseToken,
  parseWhole,
  parseWord,
} from '../core/parse.js'
import { DIALECTS, type Dialect } from '../endpoints/define.js'
import { PRICE_FORMATS, type PriceFormat } from '../price/prices.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const CACHES = ['documented', 'off'] as const

/** Default instant of a frozen clock. */
export const FROZEN_AT = '2026-01-01T00:00:00Z'

export interface Option<Value> {
  /** Left out for a switch. */
  readonly argument?: string
  readonly about: string
  /** May be repeated; an environment variable separates values as PATH does. */
  readonly several?: true
  /** The default, as it would be typed. */
  readonly fallback?: string
  parse(text: string): Value
}

const option = <Value>(option: Option<Value>): Option<Value> => option
const toggle = (about: string): Option<boolean> => ({
  about,
  fallback: 'false',
  parse: (text) => parseWord(text, ['true', 'false']) === 'true',
})

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
    about: `where the clock starts: ISO 8601, Unix seconds, or now (default: now; frozen and get: ${FROZEN_AT})`,
    parse: parseInstant,
  }),
  scenario: option({
    argument: '<file>',
    about:
      'what goes wrong and when: a file, YAML or JSON, or a name of the library; its seed, clock and dialect count where none is given here',
    parse: parsePath,
  }),
  catalogue: {
    argument: '<file>',
    about:
      'networks, tokens and markets besides or instead of the built-in ones, YAML or JSON; as often as wanted',
    several: true,
    parse: parsePath,
  },
  watch: toggle(
    'load the scenario again whenever its file changes, or one of recorded candles that it names',
  ),
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
  splitPorts: toggle('each base address on a port of its own too: those behind --port, or any if that is 0'),
  store: option({
    argument: '<url>',
    about:
      'share all state with other replicas through Redis or Valkey: redis://host:6379/0, rediss://…, unix:/path; with a password better by the variable',
    parse: parseStore,
  }),
  storePrefix: option({
    argument: '<text>',
    about: 'what the names of all keys in the store begin with; another, another simulator',
    fallback: 'gmx-sim',
    parse: parseStorePrefix,
  }),
  storeCa: option({
    argument: '<file>',
    about: "certificates that a rediss:// store's own must come from, PEM (default: those that Node knows)",
    parse: parsePath,
  }),
  signerKey: option({
    argument: '<key>',
    about: 'private key that signs prices, 0x and 64 digits (default: published development keys)',
    parse: parseKey,
  }),
  noControl: toggle('leave out the control API below /__sim'),
  controlToken: option({
    argument: '<token>',
    about:
      'what control calls must carry as a bearer token; needed on a host that is not loopback. Every user of the machine can read a command line',
    parse: parseToken,
  }),
  controlTokenFile: option({
    argument: '<file>',
    about: 'a file with that token, which need not be typed then',
    parse: parsePath,
  }),
  noCompression: toggle('send plain bodies also to clients that ask for gzip or br'),
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

/** `priceFormat` → `--price-format`. */
export function flagOf(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `priceFormat` → `GMX_SIM_PRICE_FORMAT`. */
export function variableOf(name: OptionName): string {
  return `GMX_SIM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}
