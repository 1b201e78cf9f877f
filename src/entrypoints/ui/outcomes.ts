/** Outcomes as shown: a colour, a sign and a word, never one of them alone. */
import type { OutcomeClass } from '../../kit/outcome-class.js'
import { formatLength } from '../../kit/svg/frame.js'
import type { Entry } from './replies.js'

export const SIGNS: Readonly<Record<OutcomeClass, string>> = {
  good: '✓',
  wrong: '≠',
  error: '!',
  broken: '✕',
  silent: '?',
}

export const MEANS: Readonly<Record<OutcomeClass, string>> = {
  good: 'right data',
  wrong: 'stale, partial or wrong data',
  error: 'error status',
  broken: 'connection broken',
  silent: 'no answer',
}

/** Real ms until the reply was sent or its client gone; null before. */
export const tookMs = ({ ms, goneMs }: Entry): number | null => ms ?? goneMs

export const isHeld = (entry: Entry): boolean => tookMs(entry) === null

export const statusOf = ({ status }: Entry): string => (status === null ? 'none' : String(status))

/** `200 ok`, `429 error`, `reset`, `hang, held`, `delay, given up`. */
export function outcomeInWords(entry: Entry): string {
  const { outcome, met, status, goneMs } = entry
  if (goneMs !== null) return `${outcome}, given up`
  const held = !isHeld(entry) ? '' : outcome === 'ok' ? ', under way' : ', held'
  // The fault `status` is named by its effect.
  const what = outcome === 'status' ? met : outcome
  return `${status === null ? '' : `${status} `}${what}${held}`
}

export function tookInWords(entry: Entry): string {
  const took = tookMs(entry)
  return took === null ? 'waits' : formatLength(took)
}

/** The effect of a rule without its verb: `429, Retry-After 2 s`, `data 6 s old`. */
export const effectInWords = (what: string): string => what.replace(/^(?:answers|sends) (?=data|\d)/, '')

/** A base address as its URL has it: `arbitrum`, `arbitrum-fallback`. */
export function baseLabel({ network, base }: { network: string | null; base: string | null }): string {
  if (network === null || base === null) return 'nowhere'
  return base === 'primary' ? network : `${network}-${base}`
}

/** The path, after the method unless that is GET. */
export const askedInWords = ({ method, url }: Entry): string => (method === 'GET' ? url : `${method} ${url}`)

export function entryInWords(entry: Entry): string {
  const { n, method, url, rule } = entry
  const took = isHeld(entry) ? '' : ` in ${tookInWords(entry)}`
  return `#${n} ${baseLabel(entry)} ${method} ${url}: ${outcomeInWords(entry)}${took}${rule === null ? '' : `, rule ${rule}`}`
}

/** The program of a User-Agent header: `my-dapp/1.4`, `Chrome 140`. */
export function programOf(userAgent: string): string {
  const browser = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(userAgent)
  if (userAgent.startsWith('Mozilla/') && browser !== null)
    return `${browser[1] === 'Version' ? 'Safari' : browser[1]} ${browser[2]}`
  return userAgent === '' ? 'unknown' : userAgent.split(' ', 1)[0]
}
