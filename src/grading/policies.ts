/** Requests of a query, grouped by simultaneity, and the load-balancing policies that they show. */

import { groupBy, pairsOf } from '../kit/maps.js'
import { median } from '../kit/numbers/lists.js'
import type { BaseName } from '../market/catalogue/names.js'
import {
  basesAsked,
  gapsOf,
  isAnswered,
  isFailed,
  type Requests,
  type Timeline,
  type TimelineRequest,
  WAVE_MS,
} from './timeline.js'

/** Waves in order of arrival. A request after a failure is a reaction, and begins a new wave. */
export function wavesOf(requests: Requests): Requests[] {
  return grouped(requests, (earlier, { atMs }) => isFailed(earlier) && (earlier.endMs ?? Infinity) <= atMs)
}

/** Waves of a client that asks several bases at once, whether or not one has failed meanwhile; a busy machine spreads them. */
export function togetherIn(requests: Requests, withinMs: number): Requests[] {
  return grouped(requests, () => false, Math.max(WAVE_MS, withinMs))
}

/** Waves without failures, spread by at most half the interval of a client that takes bases in turn. */
function roundsOf(requests: Requests): Requests[] {
  const byBase = [...groupBy(requests, ({ asked }) => asked.base).values()]
  const gapsMs = byBase.flatMap(gapsOf)
  return togetherIn(requests, gapsMs.length === 0 ? 0 : median(gapsMs) / (2 * byBase.length))
}

function grouped(
  requests: Requests,
  isReaction: (earlier: TimelineRequest, request: TimelineRequest) => boolean,
  withinMs = WAVE_MS,
): Requests[] {
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

/**
 *   single     one base at a time, another one after a failure
 *   parallel   several bases at once
 *   balanced   one of several bases at random or in turn, from poll to poll
 */
export type Policy =
  | { readonly kind: 'single' }
  | { readonly kind: 'parallel' | 'balanced'; readonly bases: readonly BaseName[] }

const MIN_WAVES = 3
/** Share of waves that use several bases, for a parallel client. */
const MIN_PARALLEL = 0.8
/** Share of the changes that independent choices would make, for a balanced client; a client that flaps stays for a while. */
const MIN_CHANGES = 0.6
/** Share of changes that take the place of a poll; probes come in between. */
const MIN_IN_TURN = 0.7
const EARLY = 0.75

/** Policy of all requests of one query by one client. */
export function policyOf(timeline: Timeline, requests: Requests): Policy {
  const waves = wavesOf(requests)
  const firstFailed = waves.flat().find(isFailed)
  const before = waves.filter(([{ atMs }]) => atMs < (firstFailed?.atMs ?? Infinity))
  const baseline = before.length < MIN_WAVES ? waves : roundsOf(before.flat())
  const together = baseline.filter((wave) => wave.length > 1)
  if (baseline.length > 0 && together.length >= MIN_PARALLEL * baseline.length)
    return { kind: 'parallel', bases: basesAsked(together.flat()) }
  const bases = basesAsked(before.flat())
  return bases.length > 1 && isBalanced(timeline, waves) ? { kind: 'balanced', bases } : { kind: 'single' }
}

function isBalanced({ phases }: Timeline, waves: readonly Requests[]): boolean {
  const incident = phases.find(({ name }) => name === 'incident')
  const { fromMs, toMs } = incident ?? { fromMs: Infinity, toMs: 0 }
  const isCalm = ({ atMs }: TimelineRequest) => atMs < fromMs || atMs >= toMs
  const pairs = pairsOf(waves.map(([first]) => first)).filter((pair) =>
    pair.every((request) => isCalm(request) && isAnswered(request)),
  )
  if (pairs.length < MIN_WAVES) return false
  const gapsMs = pairs.map(([first, next]) => next.atMs - first.atMs)
  const changes = gapsMs.filter((_, index) => pairs[index][0].asked.base !== pairs[index][1].asked.base)
  const earliestMs = EARLY * median(gapsMs)
  const inTurn = changes.filter((ms) => ms >= earliestMs)
  if (changes.length < 2 || inTurn.length < MIN_IN_TURN * changes.length) return false
  return changes.length >= MIN_CHANGES * expectedShare(pairs.map(([, next]) => next)) * pairs.length
}

/** Share of changes of base if each choice were independent of the last one. */
function expectedShare(requests: Requests): number {
  const counts = new Map<BaseName, number>()
  for (const { asked } of requests) counts.set(asked.base, (counts.get(asked.base) ?? 0) + 1)
  return 1 - [...counts.values()].reduce((sum, count) => sum + (count / requests.length) ** 2, 0)
}
