import { pairsOf } from '../../kit/maps.js'
import { maxBy } from '../../kit/numbers/lists.js'
import { pluralize } from '../../kit/text/words.js'
import { type Series, seriesOf } from '../series.js'
import { isUseful, isUseless, type Requests, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck } from './define.js'
import { momentOf, placeOf } from './evidence.js'

/** A base that fails again so soon had not recovered. */
const SOON_MS = 10_000

export const noFlapping = defineCheck({
  id: 'no-flapping',
  asks: 'returns to a base that had failed, and fails again within 10 s',
  level: 'SHOULD',
  weight: 5,
  unit: 'returns',
  good: 0,
  fails: 2,
  failsAt: true,
  needs: 'a client that leaves a failed base for another one, and gets an answer there',
  look(timeline) {
    const single = seriesOf(timeline).filter(({ policy }) => policy.kind === 'single')
    const moves = single.map((series) => movesOf(timeline, series))
    if (!moves.some(({ hasLeft }) => hasLeft)) return 'not exercised'
    // The query that returned most: several that move together count once.
    const { returns } = maxBy(moves, ({ returns }) => returns.length) ?? { returns: [] }
    return { measured: returns.length, evidence: returns.flat(), returns }
  },
  says: {
    pass: () => 'never returned to a base that failed again within 10 s',
    fail: ({ measured, returns: [[back, failed]] }) =>
      `returned ${pluralize(measured, 'time')} to a base that failed again within 10 s, first to ${placeOf(back)} ${momentOf(back.atMs)}, which failed ${momentOf(failed.atMs)}. Return to a base only after several good answers to probes`,
    'not exercised': 'the client never left a failed base for one that answered',
  },
})

/** Returns to a base, each with the failure there that followed. Faults that strike some requests only are no sign of its state. */
function movesOf({ rules }: Timeline, { serving }: Series) {
  const intermittent = new Set(rules.flatMap(({ id, isPartly }) => (isPartly ? id : [])))
  const isDown = (request: TimelineRequest) =>
    isUseless(request) && !intermittent.has(request.fate.rule ?? '')
  const answered: Requests = serving.filter(isUseful)
  const first = serving.find(isDown)
  const returns = pairsOf(answered).flatMap(([before, back]) => {
    const { base } = back.asked
    if (before.asked.base === base) return []
    const there = serving.filter(({ asked }) => asked.base === base)
    const hadFailed = there.some((request) => request.atMs < back.atMs && isDown(request))
    const again = there.find((request) => request.atMs > back.atMs && isDown(request))
    return hadFailed && again !== undefined && again.atMs - back.atMs <= SOON_MS
      ? [[back, again] as const]
      : []
  })
  const hasLeft =
    first !== undefined &&
    answered.some(({ asked, atMs }) => asked.base !== first.asked.base && atMs > first.atMs)
  return { returns, hasLeft }
}
