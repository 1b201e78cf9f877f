/** Request rate and recent answers of each base address. */
import { getOrCreate } from '../../kit/maps.js'
import type { BaseAddress } from '../../market/catalogue/bases.js'
import { entryOf, isAutomaticPreflight, type JournalEntry, type JournalRecord } from './entry.js'

export interface Traffic {
  /** Requests per real second. */
  readonly perSecond: number
  readonly last: JournalEntry | null
}

/** Window of the rate, in real ms. */
const WINDOW_MS = 5000
/** Shortest window: simultaneous requests are not a rate. */
const MIN_MS = 1000

/**
 * Returns the rate per base address at `nowMs`, from kept records over the last five seconds, or as far back as they go.
 */
export function recentTraffic(
  newestFirst: Iterable<JournalRecord>,
  nowMs: number,
): (network: string, base: string) => Traffic {
  const found = new Map<string, { count: number; readonly last: JournalRecord }>()
  let oldest: JournalRecord | undefined
  for (const line of newestFirst) {
    oldest = line
    const { network, base } = line.kind
    if (isAutomaticPreflight(line.kind)) continue
    const known = getOrCreate(found, `${network} ${base}`, () => ({ count: 0, last: line }))
    if (nowMs - line.realMs <= WINDOW_MS) known.count++
  }
  return (network, base) => {
    const { count = 0, last } = found.get(`${network} ${base}`) ?? {}
    return {
      perSecond: perSecond(count, oldest, nowMs),
      last: last === undefined ? null : entryOf(last),
    }
  }
}

/** Returns the number of answers with data of a base address in the last `withinMs` of virtual time; counts when first asked. */
export function recentAnswers(
  journal: { newestFirst(): Iterable<JournalRecord> },
  nowMs: number,
  withinMs: number,
): (address: BaseAddress) => number {
  let counts: Map<string, number> | undefined
  return ({ network, base }) => {
    counts ??= answersByBase(journal.newestFirst(), nowMs - withinMs, nowMs)
    return counts.get(`${network} ${base}`) ?? 0
  }
}

function answersByBase(records: Iterable<JournalRecord>, fromMs: number, nowMs: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, atMs, ms, goneMs } of records) {
    const { network, base, endpoint, method, met } = kind
    const isRecent = atMs > fromMs && atMs <= nowMs
    const isAnswered = (met === 'good' || met === 'wrong') && ms !== null && goneMs === null
    if (!isRecent || !isAnswered || endpoint === null || method === 'OPTIONS') continue
    const key = `${network} ${base}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Requests per real second among some records, oldest first. */
export function rateOf(lines: readonly JournalRecord[], nowMs: number): number {
  const count = lines.filter(
    ({ kind, realMs }) => !isAutomaticPreflight(kind) && nowMs - realMs <= WINDOW_MS,
  ).length
  return perSecond(count, lines[0], nowMs)
}

/** Over the window, or as far back as records go. */
function perSecond(count: number, oldest: JournalRecord | undefined, nowMs: number): number {
  const reachMs = oldest === undefined || oldest.n === 1 ? WINDOW_MS : nowMs - oldest.realMs
  const seconds = Math.max(MIN_MS, Math.min(WINDOW_MS, reachMs)) / 1000
  return Math.round((count / seconds) * 10) / 10
}
