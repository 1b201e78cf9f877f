/** Lists of requests: merging, places in the virtual list, and bars. */
import { firstIndexOf } from '../../kit/numbers/lists.js'
import type { TimeSpan } from '../../kit/svg/frame.js'
import type { Entry } from './replies.js'
import { tookMs } from './words.js'

/** The server's limit. */
export const MAX_ENTRIES = 10_000

/** Merges changed and new entries into a list; both are sorted by number. */
export function withChanges(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  const [first] = changed
  if (first === undefined) return entries
  const from = firstFrom(entries, first.n)
  const later = new Map([...entries.slice(from), ...changed].map((entry) => [entry.n, entry]))
  const merged = [...entries.slice(0, from), ...[...later.values()].sort((a, b) => a.n - b.n)]
  return merged.slice(-MAX_ENTRIES)
}

/** The index of the first entry whose number is not below `n`. */
export const firstFrom = (entries: readonly Entry[], n: number): number =>
  firstIndexOf(entries, (entry) => entry.n >= n)

/** The journal of a cursor, without its last two numbers, which are the position. */
export const journalIdOf = (cursor: string) => cursor.split('.').slice(0, -2).join('.')

export type ValueOf = (entry: Entry) => string | number | null

/** Entries in ascending order of a value, equal ones oldest first; without a value first. */
export function sortedBy(entries: readonly Entry[], of: ValueOf): readonly Entry[] {
  const values = new Map(entries.map((entry) => [entry, of(entry) ?? '']))
  const compare = (a: string | number = '', b: string | number = '') =>
    a === b ? 0 : b === '' || (a !== '' && a > b) ? 1 : -1
  return entries.toSorted((a, b) => compare(values.get(a), values.get(b)))
}

/** The place of an entry in the list, which shows the last one on top; undefined if not shown. */
export function placeInList(entries: readonly Entry[], n: number): number | undefined {
  const index = entries.findLastIndex((entry) => entry.n === n)
  return index < 0 ? undefined : entries.length - 1 - index
}

/** Rows rendered beyond each edge, for fast scrolling. */
const BEYOND = 8

/** Rendered places: the visible ones, some beyond, and the chosen one, to which the list refers. */
export function windowOf(first: number, count: number, total: number, chosen: number | undefined): number[] {
  const from = Math.max(first - BEYOND, 0)
  const to = Math.min(first + count + BEYOND, total)
  const places = Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index)
  return chosen === undefined || (chosen >= from && chosen < to) ? places : [...places, chosen]
}

/** Shortest axis, so that requests of a few ms do not fill it. */
const MIN_MS = 1000

/** Arrivals are virtual, durations real: `rate` virtual ms pass per real ms. On a frozen clock durations are drawn 1:1. */
export function barsOf(seen: readonly Entry[], rate: number, nowMs: number) {
  const barOf = (entry: Entry, heldToMs: number): TimeSpan => {
    const fromMs = Date.parse(entry.at)
    const took = tookMs(entry)
    return { fromMs, toMs: took === null ? heldToMs : fromMs + took * (rate || 1) }
  }
  const bars = seen.map((entry) => barOf(entry, nowMs))
  const fromMs = bars.length === 0 ? nowMs : Math.min(...bars.map((bar) => bar.fromMs))
  const toMs = Math.max(fromMs + MIN_MS, ...bars.flatMap((bar) => [bar.fromMs, bar.toMs]))
  return { span: { fromMs, toMs }, of: (entry: Entry) => barOf(entry, toMs) }
}
