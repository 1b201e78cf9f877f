/** Requests of a query, grouped by simultaneity over bases. */
import { isFailed, type TimelineRequest, WAVE_MS } from './timeline.js'

/** Waves in order of arrival. A request after a failure is a reaction, and begins a new wave. */
export function wavesOf(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  return grouped(requests, (earlier, { atMs }) => isFailed(earlier) && (earlier.endMs ?? Infinity) <= atMs)
}

/** Waves of a client that uses several bases at once, even after failures. */
export function togetherIn(requests: readonly TimelineRequest[]): (readonly TimelineRequest[])[] {
  return grouped(requests, () => false)
}

function grouped(
  requests: readonly TimelineRequest[],
  isReaction: (earlier: TimelineRequest, request: TimelineRequest) => boolean,
): (readonly TimelineRequest[])[] {
  const waves: TimelineRequest[][] = []
  for (const request of requests) {
    const wave = waves.at(-1)
    const belongs =
      wave !== undefined &&
      request.atMs - wave[0].atMs < WAVE_MS &&
      wave.every((earlier) => earlier.asked.base !== request.asked.base && !isReaction(earlier, request))
    if (belongs) wave.push(request)
    else waves.push([request])
  }
  return waves
}
