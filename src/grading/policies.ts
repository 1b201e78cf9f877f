/** Load-balancing policies of clients, read from how they spread a query over bases. */

import { median } from '../kit/numbers/median.js'
import type { BaseName } from '../market/catalogue/names.js'
import { isAnswered, isFailed, type Timeline, type TimelineRequest } from './timeline.js'

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

/** Policy of all requests of one query by one client, in waves; `roundsOf` regroups those without failures. */
export function policyOf(
  timeline: Timeline,
  waves: readonly (readonly TimelineRequest[])[],
  roundsOf: (requests: readonly TimelineRequest[]) => readonly (readonly TimelineRequest[])[],
): Policy {
  const firstFailed = waves.flat().find(isFailed)
  const before = waves.filter(([{ atMs }]) => atMs < (firstFailed?.atMs ?? Infinity))
  const baseline = before.length < MIN_WAVES ? waves : roundsOf(before.flat())
  const together = baseline.filter((wave) => wave.length > 1)
  if (baseline.length > 0 && together.length >= MIN_PARALLEL * baseline.length)
    return { kind: 'parallel', bases: basesOf(together.flat()) }
  return isBalanced(timeline, waves, before)
    ? { kind: 'balanced', bases: basesOf(before.flat()) }
    : { kind: 'single' }
}

function isBalanced(
  { phases }: Timeline,
  waves: readonly (readonly TimelineRequest[])[],
  before: readonly (readonly TimelineRequest[])[],
): boolean {
  if (basesOf(before.flat()).length < 2) return false
  const incident = phases.find(({ name }) => name === 'incident')
  const isCalm = ({ atMs }: TimelineRequest) =>
    incident === undefined || atMs < incident.fromMs || atMs >= incident.toMs
  const pairs = waves
    .slice(1)
    .map((wave, index) => [waves[index][0], wave[0]] as const)
    .filter((pair) => pair.every((request) => isCalm(request) && isAnswered(request)))
  if (pairs.length < MIN_WAVES) return false
  const gapsMs = pairs.map(([first, next]) => next.atMs - first.atMs)
  const periodMs = median(gapsMs)
  const changes = pairs.flatMap(([first, next], index) =>
    first.asked.base === next.asked.base ? [] : [gapsMs[index]],
  )
  const inTurn = changes.filter((ms) => ms >= EARLY * periodMs)
  if (changes.length < 2 || inTurn.length < MIN_IN_TURN * changes.length) return false
  return changes.length >= MIN_CHANGES * expectedShare(pairs.map(([, next]) => next)) * pairs.length
}

/** Share of changes of base if each choice were independent of the last one. */
function expectedShare(requests: readonly TimelineRequest[]): number {
  const counts = new Map<BaseName, number>()
  for (const { asked } of requests) counts.set(asked.base, (counts.get(asked.base) ?? 0) + 1)
  return 1 - [...counts.values()].reduce((sum, count) => sum + (count / requests.length) ** 2, 0)
}

function basesOf(requests: readonly TimelineRequest[]): BaseName[] {
  return [...new Set(requests.map(({ asked }) => asked.base))]
}
