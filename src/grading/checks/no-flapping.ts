import { groupBy } from '../../kit/maps.js'
import { firstIndexOf, maxBy } from '../../kit/numbers/lists.js'
import { pluralize } from '../../kit/text/words.js'
import { downTimesOf } from '../phases.js'
import { type Series, seriesOf } from '../series.js'
import { isUseful, isUseless, type Timeline, type TimelineRequest } from '../timeline.js'
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
    // Queries that move together count once.
    const returns = maxBy(moves, countOf)?.returns ?? []
    return {
      measured: countOf({ returns }),
      evidence: returns.flatMap(({ back, met }) => [back, met]),
      returns,
    }
  },
  says: {
    pass: () => 'never returned to a base that failed again within 10 s',
    fail({ measured, returns }) {
      const { back, failedMs } = returns[0]!
      return `returned ${pluralize(measured, 'time')} to a base that failed again within 10 s, first to ${placeOf(back)} ${momentOf(back.atMs)}, which failed ${momentOf(failedMs)}. Return to a base only after several good answers to probes`
    },
    'not exercised': 'the client never left a failed base for one that answered',
  },
})

type Moves = ReturnType<typeof movesOf>

/** Returns that cost a request. A client that happened to leave in time has returned too soon once. */
function countOf({ returns }: Pick<Moves, 'returns'>): number {
  const costly = returns.filter(({ met }) => met !== undefined)
  return Math.max(costly.length, Math.min(1, returns.length))
}

/** Returns to a base, and the failure there that followed. Faults that strike some requests only are no sign of its state. */
function movesOf(timeline: Timeline, { network, endpoint, serving }: Series) {
  const intermittent = new Set(timeline.rules.flatMap(({ id, isPartly }) => (isPartly ? id : [])))
  const isDown = (request: TimelineRequest) =>
    isUseless(request) && !intermittent.has(request.fate.rule ?? '')
  const failures = groupBy(serving.filter(isDown), ({ asked }) => asked.base)
  const first = serving.find(isDown)
  const isElsewhere = (request: TimelineRequest) =>
    first !== undefined && request.n > first.n && request.asked.base !== first.asked.base
  const hasLeft = serving.some((request) => isElsewhere(request) && isUseful(request))
  let before: TimelineRequest | undefined
  const returns = serving.flatMap((back, index) => {
    if (!isUseful(back)) return []
    const { atMs, asked } = back
    const isReturn = before !== undefined && before.asked.base !== asked.base
    before = back
    // A client that asks the other base next was probing.
    if (!isReturn || serving[index + 1]?.asked.base !== asked.base) return []
    const own = failures.get(asked.base)
    if (own === undefined || own[0].atMs >= atMs) return []
    const isSoon = (ms: number) => ms > atMs && ms <= atMs + SOON_MS
    const down = downTimesOf(timeline, network, asked.base, endpoint).find(({ fromMs }) => isSoon(fromMs))
    if (down === undefined) return []
    const again = own[firstIndexOf(own, (failure) => failure.atMs > atMs)]
    return [{ back, failedMs: down.fromMs, met: again && isSoon(again.atMs) ? again : undefined }]
  })
  return { returns, hasLeft }
}
