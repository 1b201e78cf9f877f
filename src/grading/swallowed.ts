/** Replies without prices that a client took for answers. */
import type { TimelineRequest } from './timeline.js'

/** Shorter series may end before a client that counts failures leaves the base. */
const MIN_REPLIES = 6
const MIN_MS = 10_000
/** A request earlier or later by this share of the poll period is a reaction. */
const SLACK = 0.5

interface Polled {
  readonly requests: readonly TimelineRequest[]
  readonly periodMs: number
}

/**
 * The longest series of replies with status 200 and no prices, during which the client polled one base at its usual pace. One that fails
 * over, retries or backs off has refused them.
 */
export function takenForAnswersIn(questions: readonly Polled[]): readonly TimelineRequest[] {
  let longest: readonly TimelineRequest[] = []
  for (const { requests, periodMs } of questions)
    for (const series of alikeIn(requests)) {
      const lastedMs = (series.at(-1)?.atMs ?? 0) - series[0].atMs
      const isTaken = series.length >= MIN_REPLIES && lastedMs > MIN_MS && isAtPace(series, periodMs)
      if (isTaken && series.length > longest.length) longest = series
    }
  return longest
}

/** Consecutive requests that one base answered without prices. */
function alikeIn(requests: readonly TimelineRequest[]): TimelineRequest[][] {
  const all: TimelineRequest[][] = []
  let before: TimelineRequest | undefined
  for (const request of requests) {
    const isNext = before !== undefined && isEmpty(before) && before.asked.base === request.asked.base
    if (isEmpty(request)) {
      const series = isNext ? all.at(-1) : undefined
      if (series === undefined) all.push([request])
      else series.push(request)
    }
    before = request
  }
  return all
}

function isEmpty({ fate, end, content }: TimelineRequest): boolean {
  return end === 'answered' && fate.met === 'wrong' && fate.status === 200 && content?.prices.size === 0
}

function isAtPace(series: readonly TimelineRequest[], periodMs: number): boolean {
  const meanMs = (series[series.length - 1].atMs - series[0].atMs) / (series.length - 1)
  return Math.abs(meanMs - periodMs) <= SLACK * periodMs
}
