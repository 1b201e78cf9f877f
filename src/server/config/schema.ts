/** The settings and their defaults: the only declaration for the command line, the environment, the docs and the TypeScript API. */

import { DIALECTS } from '../../api/endpoints/define.js'
import {
  parseClock,
  parseHost,
  parseInstant,
  parseKey,
  parsePath,
  parsePort,
  parseSeed,
  parseStore,
  parseStorePrefix,
  parseToken,
  parseWhole,
  parseWord,
} from '../../kit/text/parse.js'
import { PRICE_FORMATS } from '../../market/price/prices.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
const LOG_FORMATS = ['text', 'json'] as const
const CACHES = ['documented', 'off'] as const

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

function option<Value>(
  argument: string,
  about: string,
  parse: (text: string) => Value,
  defaults: Pick<Option<Value>, 'fallback' | 'fallbackAbout'> = {},
): Option<Value> {
  return { argument, about, ...defaults, parse }
}

const word = <Word extends string>(about: string, words: readonly Word[], fallback: NoInfer<Word>) =>
  option('<name>', about, (text) => parseWord(text, words), { fallback })

const toggle = (about: string): Option<boolean> => ({
  about,
  fallback: 'false',
  parse: (text) => parseWord(text, ['true', 'false']) === 'true',
})

export const OPTIONS = {
  port: option('<n>', 'port to listen on; 0 picks a free one', parsePort, { fallback: '8650' }),
  host: option('<address>', 'address to listen on', parseHost, { fallback: '127.0.0.1' }),
  seed: option('<text>', 'seed of all prices', parseSeed, { fallback: 'gmx-sim' }),
  clock: option('<mode>', 'real, frozen, or a rate such as 60x', parseClock, { fallback: 'real' }),
  at: option('<instant>', 'start of the clock: ISO 8601, Unix seconds or now', parseInstant, {
    fallbackAbout: `now; frozen clock and get: ${FROZEN_AT}`,
  }),
  scenario: option(
    '<file>',
    'scenario to play: a file or a library name; options override its seed, clock and dialect',
    parsePath,
  ),
  catalogue: {
    argument: '<file>',
    about: 'networks, tokens and markets added to or replacing the built-in ones; may be repeated',
    several: true,
    parse: parsePath,
  },
  watch: toggle('reload the scenario when its file or its recorded candles change'),
  dialect: word('shape of replies: documented, or observed on the live service', DIALECTS, 'documented'),
  priceFormat: word(
    'precision of price strings: full, or compacted by oracleDecimals',
    PRICE_FORMATS,
    'full',
  ),
  cache: word('cache windows: documented or off', CACHES, 'documented'),
  extraTokens: option(
    '<n>',
    'synthetic tokens added to each network, at most 5000',
    (text) => parseWhole(text, 0, 5000),
    { fallback: '0' },
  ),
  splitPorts: toggle(
    'also serve each base address on a separate port: those after --port, free ones with --port 0',
  ),
  store: option(
    '<url>',
    'Redis or Valkey shared by replicas: redis://host:6379/0, rediss://… or unix:/path; pass passwords in the variable',
    parseStore,
  ),
  storePrefix: option(
    '<text>',
    'prefix of all keys in the store, which separates simulators',
    parseStorePrefix,
    { fallback: 'gmx-sim' },
  ),
  storeCa: option('<file>', 'PEM file with the certificate authorities of a rediss:// store', parsePath, {
    fallbackAbout: 'those that Node trusts',
  }),
  signerKey: option('<key>', 'private key that signs prices: 0x and 64 hexadecimal digits', parseKey, {
    fallbackAbout: 'published development keys',
  }),
  noControl: toggle('disable the control API and the dashboard below /__sim'),
  controlToken: option(
    '<token>',
    'bearer token of control calls, required unless the host is loopback; visible to other users, unlike the file or the variable',
    parseToken,
  ),
  controlTokenFile: option('<file>', 'file that contains the control token', parsePath),
  noCompression: toggle('do not compress replies'),
  quietHeaders: toggle('omit the x-gmx-sim-… headers'),
  quiet: toggle('print only the ready line'),
  logLevel: word('log level on stderr: silent, error, warn, info or debug', LOG_LEVELS, 'warn'),
  logFormat: word('stdout: text, or json for an event per line', LOG_FORMATS, 'text'),
} as const

export type OptionName = keyof typeof OPTIONS

/** Hidden from process lists, and from programs that this process starts. */
export const SECRETS = ['store', 'controlToken', 'signerKey'] as const satisfies readonly OptionName[]

/** `priceFormat` → `--price-format`. */
export function flagOf(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `priceFormat` → `GMX_SIM_PRICE_FORMAT`. */
export function variableOf(name: OptionName): string {
  return `GMX_SIM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}
