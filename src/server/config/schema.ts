/** The settings and their defaults: the only declaration for the command line, the environment, the docs and the TypeScript API. */

import { DIALECTS, type Dialect } from '../../api/endpoints/define.js'
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
} from '../../kit/text/parse.js'
import { PRICE_FORMATS, type PriceFormat } from '../../market/price/prices.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const LOG_FORMATS = ['text', 'json'] as const
export const CACHES = ['documented', 'off'] as const

/** Default instant of a frozen clock. */
export const FROZEN_AT = '2026-01-01T00:00:00Z'

export interface Option<Value> {
  /** Absent for a switch. */
  readonly argument?: string
  readonly about: string
  /** May be repeated; an environment variable separates values as PATH does. */
  readonly several?: true
  /** The default, as typed. */
  readonly fallback?: string
  /** Describes a default that cannot be typed. */
  readonly fallbackAbout?: string
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
    about: 'port to listen on; 0 picks a free one',
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
    about: 'seed of all prices',
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
    about: 'start of the clock: ISO 8601, Unix seconds or now',
    fallbackAbout: `now; frozen clock and get: ${FROZEN_AT}`,
    parse: parseInstant,
  }),
  scenario: option({
    argument: '<file>',
    about: 'scenario to play: a file or a library name; options override its seed, clock and dialect',
    parse: parsePath,
  }),
  catalogue: {
    argument: '<file>',
    about: 'networks, tokens and markets added to or replacing the built-in ones; may be repeated',
    several: true,
    parse: parsePath,
  },
  watch: toggle('reload the scenario when its file or its recorded candles change'),
  dialect: option({
    argument: '<name>',
    about: 'shape of replies: documented, or observed on the live service',
    fallback: 'documented',
    parse: (text): Dialect => parseWord(text, DIALECTS),
  }),
  priceFormat: option({
    argument: '<name>',
    about: 'precision of price strings: full, or compacted by oracleDecimals',
    fallback: 'full',
    parse: (text): PriceFormat => parseWord(text, PRICE_FORMATS),
  }),
  cache: option({
    argument: '<name>',
    about: 'cache windows: documented or off',
    fallback: 'documented',
    parse: (text) => parseWord(text, CACHES),
  }),
  extraTokens: option({
    argument: '<n>',
    about: 'synthetic tokens added to each network, at most 5000',
    fallback: '0',
    parse: (text) => parseWhole(text, 0, 5000),
  }),
  splitPorts: toggle(
    'also serve each base address on a separate port: those after --port, free ones with --port 0',
  ),
  store: option({
    argument: '<url>',
    about:
      'Redis or Valkey shared by replicas: redis://host:6379/0, rediss://… or unix:/path; pass passwords in the variable',
    parse: parseStore,
  }),
  storePrefix: option({
    argument: '<text>',
    about: 'prefix of all keys in the store, which separates simulators',
    fallback: 'gmx-sim',
    parse: parseStorePrefix,
  }),
  storeCa: option({
    argument: '<file>',
    about: 'PEM file with the certificate authorities of a rediss:// store',
    fallbackAbout: 'those that Node trusts',
    parse: parsePath,
  }),
  signerKey: option({
    argument: '<key>',
    about: 'private key that signs prices: 0x and 64 hexadecimal digits',
    fallbackAbout: 'published development keys',
    parse: parseKey,
  }),
  noControl: toggle('disable the control API and the dashboard below /__sim'),
  controlToken: option({
    argument: '<token>',
    about:
      'bearer token of control calls, required unless the host is loopback; visible to other users, unlike the file or the variable',
    parse: parseToken,
  }),
  controlTokenFile: option({
    argument: '<file>',
    about: 'file that contains the control token',
    parse: parsePath,
  }),
  noCompression: toggle('do not compress replies'),
  quietHeaders: toggle('omit the x-gmx-sim-… headers'),
  quiet: toggle('print only the ready line'),
  logLevel: option({
    argument: '<name>',
    about: 'log level on stderr: silent, error, warn, info or debug',
    fallback: 'warn',
    parse: (text): LogLevel => parseWord(text, LOG_LEVELS),
  }),
  logFormat: option({
    argument: '<name>',
    about: 'stdout: text, or json for an event per line',
    fallback: 'text',
    parse: (text) => parseWord(text, LOG_FORMATS),
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
