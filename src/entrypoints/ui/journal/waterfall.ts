import type { TimeSpan } from '../../../kit/svg/frame.js'
import { tookMs } from '../outcomes.js'
import type { Entry } from '../replies.js'

/** Shortest axis, so that requests of a few ms do not fill it. */
const MIN_MS = 1000

export interface Bars {
  readonly span: TimeSpan
  of(entry: Entry): TimeSpan
}

/** Arrivals are virtual, durations real: `rate` virtual ms pass per real ms. On a frozen clock durations are drawn 1:1. */
export function barsOf(seen: readonly Entry[], rate: number, nowMs: number): Bars {
  const perMs = rate === 0 ? 1 : rate
  const begins = seen.map(({ at }) => Date.parse(at))
  const ends = seen.map((entry, index) => {
    const took = tookMs(entry)
    return took === null ? nowMs : begins[index] + took * perMs
  })
  const fromMs = begins.length === 0 ? nowMs : Math.min(...begins)
  const toMs = Math.max(...ends, ...begins, fromMs + MIN_MS)
  return {
    span: { fromMs, toMs },
    of(entry) {
      const beginMs = Date.parse(entry.at)
      const took = tookMs(entry)
      return { fromMs: beginMs, toMs: took === null ? toMs : beginMs + took * perMs }
    },
  }
}
