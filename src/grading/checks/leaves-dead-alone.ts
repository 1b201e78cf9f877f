import { groupBy } from '../../kit/maps.js'
import { pluralize } from '../../kit/text/words.js'
import { downTimesOf, during, hasOtherBase, isSameService, timelineEndMs } from '../phases.js'
import { pollsOf, questionsOf } from '../polls.js'
import { wavesOf } from '../series.js'
import { basesAsked, isUseless, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, shareInWords } from './define.js'
import { momentOf, placeOf, queryOf } from './evidence.js'

const MIN_POLLS = 5
/** Shorter outages give a single try too much weight. */
const MIN_MS = 5000
const TOO_MANY_REQUESTS = 429

/**
 * A base that limits rates is not down: `retry-after` judges requests to it. Probes, and queries that go to several bases by policy, are
 * listed elsewhere; a client of one base has no other.
 */
export const leavesDeadAlone = defineCheck({
  id: 'leaves-dead-alone',
  asks: 'requests to a base that has just failed and is down, per query meanwhile',
  level: 'SHOULD',
  weight: 5,
  unit: 'ratio',
  // One try per cool-down, for a client with a few queries in it.
  good: 0.25,
  // One try per query.
  fails: 0.9,
  failsAt: true,
  needs: 'five queries in five seconds or more, while one base is down and another one is healthy',
  look(timeline) {
    const visits = visitsIn(timeline)
    if (visits.length === 0) return 'not exercised'
    const judged = visits.filter(({ polls, lastsMs }) => polls >= MIN_POLLS && lastsMs >= MIN_MS)
    if (judged.length === 0) return 'inconclusive'
    return judged.reduce((a, b) => (b.measured > a.measured ? b : a))
  },
  says: {
    pass: (visits) => `${inWords(visits)} while it was down`,
    fail: (visits) =>
      `${inWords(visits)} (${shareInWords(visits.measured)}) while it was down, after it failed ${queryOf(visits.seen)} ${momentOf(visits.seen.atMs)}. Leave a base that failed alone for 10 s or more, then try it with one request`,
    'not exercised': 'no base was down while the client used several and another one was healthy',
    inconclusive: 'fewer than five queries, or less than five seconds, while a base was down',
  },
})

type Visits = ReturnType<typeof visitsIn>[number]

/** Requests to a base after the first failure that the client saw, `seen`, until it recovered, or the end; for each client and outage. */
function visitsIn(timeline: Timeline) {
  const endMs = timelineEndMs(timeline)
  const asked = questionsOf(timeline).filter(({ policy }) => policy.kind !== 'parallel')
  const byClient = groupBy(asked, ({ requests: [{ asked }] }) => `${asked.client} ${asked.network}`)
  return [...byClient.values()].flatMap((questions) => {
    const { network } = questions[0].requests[0].asked
    const requests = questions.flatMap((question) => question.requests).sort((a, b) => a.n - b.n)
    if (basesAsked(requests).length < 2) return []
    const polls = questions.flatMap((question) =>
      wavesOf(Array.from(pollsOf(question), ([first]) => first)).map(([first]) => first),
    )
    return timeline.bases[network]!.flatMap((base) =>
      downTimesOf(timeline, network, base).flatMap(({ fromMs, toMs }) => {
        const there = during(requests, { fromMs, toMs }).filter(({ asked }) => asked.base === base)
        const seen = there.find(
          (request) =>
            isUseless(request) && request.fate.status !== TOO_MANY_REQUESTS && request.endMs !== null,
        )
        if (seen === undefined || !hasOtherBase(timeline, seen.asked, seen.atMs)) return []
        const sinceMs = seen.endMs ?? seen.atMs
        const isSince = ({ atMs }: TimelineRequest) => atMs > sinceMs && atMs < toMs
        const evidence = there.filter(isSince)
        const meanwhile = polls.filter((poll) => isSince(poll) && isSameService(poll.asked.base, base)).length
        const lastsMs = Math.min(toMs, endMs) - sinceMs
        return [{ measured: evidence.length / meanwhile, evidence, seen, polls: meanwhile, lastsMs }]
      }),
    )
  })
}

function inWords({ seen, evidence, polls }: Visits): string {
  return `${placeOf(seen)} was tried ${pluralize(evidence.length, 'time')} in ${pluralize(polls, 'query', 'queries')}`
}
