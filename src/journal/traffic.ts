/** How busy each base address is. */
import { getOrCreate } from '../core/maps.js'
import { entryOf, isPreflight, type JournalEntry, type JournalRecord } from './entry.js'

export interface Traffic {
  /** Requests per real second. */
  readonly perSecond: number
  readonly last: JournalEntry | null
}

/** So far back it is counted, in real ms. */
const WINDOW_MS = 5000
/** What came at once is no rate. */
const MIN_MS = 1000

/**
 * Tells the traffic of a base address, by the lines that are kept, as of `nowMs` on their stopwatch: over the last five
 * seconds, or as far back as lines go where some of that time were let go.
 */
export function trafficOf(
  newestFirst: Iterable<JournalRecord>,
  nowMs: number,
): (network: string, base: string) => Traffic {
  const found = new Map<string, { count: number; readonly last: JournalRecord }>()
  let oldest: JournalRecord | undefined
  for (const line of newestFirst) {
    oldest = line
    const { network, base } = line.kind
    if (isPreflight(line.kind)) continue
    const known = getOrCreate(found, `${network} ${base}`, () => ({ count: 0, last: line }))
    if (nowMs - line.realMs <= WINDOW_MS) known.count++
  }
  const reachMs = oldest === undefined || oldest.n === 1 ? WINDOW_MS : nowMs - oldest.realMs
  const seconds = Math.max(MIN_MS, Math.min(WINDOW_MS, reachMs)) / 1000
  return (network, base) => {
    const { count = 0, last } = found.get(`${network} ${base}`) ?? {}
    return {
      perSecond: Math.round((count / seconds) * 10) / 10,
      last: last === undefined ? null : entryOf(last),
    }
  }
}
