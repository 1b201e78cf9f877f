/** Requests of a query, grouped by simultaneity over bases. */
import { groupBy } from '../kit/maps.js'
import { median } from '../kit/numbers/median.js'
import { isFailed, type TimelineRequest, WAVE_MS } from './timeline.js'

/** Waves in order of arrival. A request after a failure is a reaction, and begins a new wave. */
export function wavesOf(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  return grouped(requests, (earlier, { atMs }) => isFailed(earlier) && (earlier.endMs ?? Infinity) <= atMs)
}

/** Waves of a client that asks several bases at once, whether or not one has failed meanwhile; a busy machine spreads them. */
export function togetherIn(
  requests: readonly TimelineRequest[],
  withinMs: number,
): (readonly TimelineRequest[])[] {
  return grouped(requests, () => false, Math.max(WAVE_MS, withinMs))
}

/** Waves without failures, spread by at most half the interval of a client that takes bases in turn. */
export function roundsOf(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  const byBase = [...groupBy(requests, ({ asked }) => asked.base).values()]
  const gapsMs = byBase.flatMap((list) => list.slice(1).map(({ atMs }, index) => atMs - list[index].atMs))
  return togetherIn(requests, gapsMs.length === 0 ? 0 : median(gapsMs) / (2 * byBase.length))
}

function grouped(
  requests: readonly TimelineRequest[],
  isReaction: (earlier: TimelineRequest, request: TimelineRequest) => boolean,
  withinMs = WAVE_MS,
): (readonly TimelineRequest[])[] {
  const waves: TimelineRequest[][] = []
  for (const request of requests) {
    const wave = waves.at(-1)
    const belongs =
      wave !== undefined &&
      request.atMs - wave[0].atMs < withinMs &&
      wave.every((earlier) => earlier.asked.base !== request.asked.base && !isReaction(earlier, request))
    if (belongs) wave.push(request)
    else waves.push([request])
  }
  return waves
}
