import type { Hex } from '../numbers/hex.js'

/** Unparsable text; callers that know its source turn it into a UserError. */
export class ParseError extends Error {
  readonly seen: string

  constructor(seen: string, expected: string) {
    super(expected)
    this.seen = seen
  }
}

export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((word) => word === text)
  if (word === undefined) throw new ParseError(text, `write one of ${words.join(', ')}`)
  return word
}

/** Longest seed in characters: each key of a seed reads all of them. */
export const MAX_SEED = 256

export function parseSeed(text: string): string {
  if (text.length <= MAX_SEED) return text
  throw new ParseError(`${text.length} characters`, `write at most ${MAX_SEED} characters`)
}

export function parseWhole(text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value
  throw new ParseError(text, `write a whole number from ${least} to ${most}`)
}

export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535)
}

const UNIX_SECONDS = /^-?[0-9]{1,11}(\.[0-9]{1,3})?$/
const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The range of clocks and prices. */
const EARLIEST_MS = Date.parse('1990-01-01T00:00:00Z')
export const LATEST_MS = Date.parse('2100-01-01T00:00:00Z')
export const INSTANT_HINT =
  'write an instant from 1990 to 2100 such as 2026-03-01T12:00:00Z, or Unix seconds, or now'

/** ISO 8601 (UTC by default) or Unix seconds, from 1990 to 2100, to ms since 1970; `now` as it is. */
export function parseInstant(text: string): number | 'now' {
  if (text === 'now') return text
  const ms = UNIX_SECONDS.test(text) ? Math.round(Number(text) * 1000) : parseIso(text)
  if (ms >= EARLIEST_MS && ms <= LATEST_MS) return ms
  throw new ParseError(text, INSTANT_HINT)
}

function parseIso(text: string): number {
  const parts = ISO.exec(text)
  const ms =
    parts === null
      ? Number.NaN
      : Date.parse(parts[2] !== undefined && parts[5] === undefined ? `${text}Z` : text)
  // Date.parse turns 2026-02-30 into 2 March.
  return parts !== null && isDay(parts[1]) ? ms : Number.NaN
}

function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

export const MAX_RATE = 1_000_000

export function parseClock(text: string): { readonly mode: 'real' | 'frozen'; readonly rate: number } {
  if (text === 'real' || text === 'frozen') return { mode: text, rate: 1 }
  const rate = /^([0-9]+(\.[0-9]+)?)x$/.exec(text)?.[1]
  if (rate === undefined || Number(rate) <= 0 || Number(rate) > MAX_RATE)
    throw new ParseError(text, `write real, frozen, or a rate such as 60x, at most ${MAX_RATE}x`)
  return { mode: 'real', rate: Number(rate) }
}

/** Node takes an empty host for every address of the machine. */
export function parseHost(text: string): string {
  if (text !== '') return text
  throw new ParseError(text, 'write an address of this machine, such as 127.0.0.1 (0.0.0.0 for all of them)')
}

export function parseKey(text: string): Hex {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text as Hex
  // The text may be most of a key: never shown.
  throw new ParseError(`${text.length} characters`, 'write 0x and 64 hexadecimal digits')
}

export function parsePath(text: string): string {
  if (text !== '') return text
  throw new ParseError(text, 'write the path of a file')
}

export function parseToken(text: string): string {
  if (text.length >= 8) return text
  throw new ParseError(text, 'write a token of at least 8 characters')
}

const STORE_HINT =
  'write redis://host:6379/0, rediss://host:6379/0 or unix:/path, with user:password@ before the host where it has them, percent-encoded'

/** Returns the text unchanged, as it may contain a password. */
export function parseStore(text: string): string {
  if (/^unix:(\/\/)?\/[^/]/.test(text)) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isStore =
    url !== undefined &&
    /^rediss?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$|^\/[0-9]{1,4}$/.test(url.pathname) &&
    url.search === '' &&
    [url.username, url.password].every(isPercentEncoded)
  if (isStore) return text
  throw new ParseError(withoutCredentials(text), STORE_HINT)
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** Hides credentials in an address, which need not be valid. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(\w+:\/\/)?.*@/s, '$1***@').replace(/[?#].*/s, '')
}

export function parseStorePrefix(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(text)) return text
  throw new ParseError(
    text.slice(0, 80),
    'write up to 64 letters, digits, dots, colons, hyphens or underscores',
  )
}
