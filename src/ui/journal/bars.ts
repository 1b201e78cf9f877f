/** How long requests took, on one time line: that of those which are seen. */
import type { Span } from '../../drawing/frame.js'
import { tookMs } from '../outcomes.js'
import type { Entry } from '../replies.js'

/** What is shown at least: requests of a few ms do not fill it. */
const LEAST_MS = 1000

export interface Bars {
  readonly span: Span
  of(entry: Entry): Span
}

/**
 * Requests come in virtual time and take real time: while the clock runs, `rate` virtual ms go by in each. On a frozen
 * clock all come at once, and what they took is told apart all the same.
 */
export function barsOf(seen: readonly Entry[], rate: number, nowMs: number): Bars {
  const perMs = rate === 0 ? 1 : rate
  const begins = seen.map(({ at }) => Date.parse(at))
  // What is held goes on to the edge.
  const ends = seen.map((entry, index) => {
    const took = tookMs(entry)
    return took === null ? nowMs : begins[index] + took * perMs
  })
  const fromMs = begins.length === 0 ? nowMs : Math.min(...begins)
  const toMs = Math.max(...ends, ...begins, fromMs + LEAST_MS)
  return {
    span: { fromMs, toMs },
    of(entry) {
      const beginMs = Date.parse(entry.at)
      const took = tookMs(entry)
      return { fromMs: beginMs, toMs: took === null ? toMs : beginMs + took * perMs }
    },
  }
}
