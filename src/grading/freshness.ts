/** How old a price may be to be of use: one bound for all checks. */

import { memoised } from '../kit/maps.js'
import { isSound } from './matches.js'
import { questionsOf } from './polls.js'
import { withFramesOf } from './streams.js'
import type { Asked, Timeline } from './timeline.js'
import { toleratedMs } from './tolerance.js'

/** Maximum age of a usable price, unless its client polls less often, or the API itself caches its replies for longer. */
export const FRESH_MS = 5000

/** With the tolerance of durations. */
export function usableMsOf(timeline: Timeline, { network, endpoint }: Pick<Asked, 'network' | 'endpoint'>) {
  return longestIn(timeline).get(`${network} ${endpoint}`) ?? toleratedMs(FRESH_MS)
}

const longestIn = memoised((timeline: Timeline): ReadonlyMap<string, number> => {
  const longest = new Map<string, number>()
  const add = ({ network, endpoint }: Asked, ms: number) => {
    const key = `${network} ${endpoint}`
    longest.set(key, Math.max(longest.get(key) ?? toleratedMs(FRESH_MS), toleratedMs(ms)))
  }
  for (const { requests, periodMs } of questionsOf(timeline))
    if (periodMs < Infinity) add(requests[0].asked, periodMs)
  for (const { asked, fate, content, end, endMs } of withFramesOf(timeline))
    if (fate.rule === null && content !== null && isSound(content) && end === 'answered' && endMs !== null)
      add(asked, endMs - content.asOfMs)
  return longest
})
