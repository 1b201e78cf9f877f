/** Changes, times and outcomes as text; all times are UTC. */

import type { OutcomeClass } from '../../kit/outcome-class.js'
import { latencyInWords } from '../../kit/text/duration.js'
import type { Entry } from './replies.js'

/** `+1.25 %` with a true minus sign. */
export const formatPercent = (part: number): string =>
  inPrint(part.toLocaleString('en-US', { style: 'percent', minimumFractionDigits: 2, signDisplay: 'always' }))

/** `2026-03-01 12:00:00` of virtual ms since 1970. */
export const formatInstant = (ms: number): string =>
  new Date(Number.isFinite(ms) ? ms : 0).toISOString().slice(0, 19).replace('T', ' ')

export const DAY_MS = 86_400_000

/** `12:00:00.123`, of an ISO 8601 text. */
export const exactTimeOf = (iso: string): string => iso.slice(11, 23)

/** `12:00`, at midnight and for steps of days `03-01`; the year for longer ones. */
export function instantLabel(ms: number, stepMs: number): string {
  const instant = formatInstant(ms)
  const [day, time] = [instant.slice(0, 10), instant.slice(11)]
  if (stepMs > 60 * DAY_MS) return day.slice(0, 7)
  if (stepMs > 14 * DAY_MS) return day
  if (stepMs >= 60_000 && (stepMs >= DAY_MS || ms % DAY_MS === 0)) return day.slice(5)
  if (stepMs < 1000) return exactTimeOf(new Date(ms).toISOString()).slice(0, -2)
  return stepMs >= 60_000 ? time.slice(0, 5) : time
}

export const OUTCOMES: Readonly<Record<OutcomeClass, { readonly sign: string; readonly means: string }>> = {
  good: { sign: '✓', means: 'right data' },
  wrong: { sign: '≠', means: 'stale, partial or wrong data' },
  error: { sign: '!', means: 'error status' },
  broken: { sign: '✕', means: 'connection broken' },
  silent: { sign: '?', means: 'no answer' },
}

/** Real ms until the reply was sent or its client gone; null before. */
export const tookMs = ({ ms, goneMs }: Entry): number | null => ms ?? goneMs

export const isHeld = (entry: Entry): boolean => tookMs(entry) === null

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
  return took === null ? 'waits' : latencyInWords(took)
}

/** The effect of a rule without its verb: `429, Retry-After 2 s`, `data 6 s old`. */
export const effectInWords = (what: string): string =>
  inPrint(what.replace(/^(?:answers|sends) (?=data|\d)/, ''))

/** Figures of a text as in print: `−18 %`, `+5 %`. */
export const inPrint = (text: string): string =>
  text.replace(/(?<![\w.])-(?=[\d.]+ ?%)/g, '−').replace(/(\d)%/g, '$1 %')

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
  const [program = ''] = userAgent.split(' ', 1)
  return program === '' ? 'unknown' : program
}

/** The client of a request: its program, without the rest of a browser's user agent. */
export function clientOf({ userAgent, requestId, connection }: Entry): string {
  if (userAgent !== null) return programOf(userAgent)
  if (requestId !== null) return requestId
  return connection === null ? 'in process' : `connection ${connection}`
}
