import { downTimesOf, isDown, pollsOf, questionsOf } from '../questions.js'
import { isFailed, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, share } from './define.js'

const MIN_POLLS = 5
const TOO_MANY_REQUESTS = 429

/** One that is limited is not dead: what may be asked of it when, `retry-after` judges. */
export const leavesDeadAlone = defineCheck({
  id: 'leaves-dead-alone',
  asks: 'requests to a base that has just been seen dead, per question asked meanwhile',
  level: 'SHOULD',
  weight: 5,
  unit: 'ratio',
  // One look per cool-down, for a client that asks a few times in it.
  good: 0.25,
  // One look per question.
  fails: 0.9,
  failsAt: true,
  needs: 'five questions asked while one base is dead and another one is well',
  look(timeline) {
    const visits = visitsIn(timeline)
    if (visits.length === 0) return 'not exercised'
    const told = visits.filter(({ polls }) => polls >= MIN_POLLS)
    if (told.length === 0) return 'inconclusive'
    const worst = told.reduce((a, b) => (b.visits.length / b.polls > a.visits.length / a.polls ? b : a))
    return { measured: worst.visits.length / worst.polls, evidence: worst.visits, ...worst }
  },
  says: {
    pass: ({ place, visits, polls }) =>
      `while ${place} was dead it was tried ${visits.length} times for ${polls} questions`,
    fail: ({ place, visits, polls, measured }) =>
      `while ${place} was dead it was tried ${visits.length} times for ${polls} questions, ${share(measured)}`,
    'not exercised': 'no base was dead while another one was well',
    inconclusive: 'fewer than five questions were asked while a base was dead',
  },
})

interface Visits {
  readonly place: string
  readonly visits: readonly number[]
  readonly polls: number
}

/** For each time that a base was dead: what came there after the client had seen it. */
function visitsIn(timeline: Timeline): Visits[] {
  return Object.entries(timeline.bases).flatMap(([network, bases]) => {
    const requests = timeline.requests.filter(({ asked }) => asked.network === network)
    if (requests.length === 0) return []
    const questions = questionsOf(timeline).filter(({ requests: [first] }) => first.asked.network === network)
    const polls = questions.flatMap((question) => Array.from(pollsOf(question), ([first]) => first))
    return bases.flatMap((base) =>
      downTimesOf(timeline, network, base).flatMap(({ fromMs, untilMs }) => {
        const there = requests.filter(
          ({ asked, atMs }) => asked.base === base && atMs >= fromMs && atMs < untilMs,
        )
        const seen = there.find(isSeenDead)
        if (seen === undefined || !hasOtherBase(timeline, seen)) return []
        const sinceMs = seen.endMs ?? seen.atMs
        const isSince = ({ atMs }: TimelineRequest) => atMs > sinceMs && atMs < untilMs
        const visits = there.filter(isSince).map(({ n }) => n)
        return [{ place: `${network} ${base}`, visits, polls: polls.filter(isSince).length }]
      }),
    )
  })
}

function isSeenDead(request: TimelineRequest): boolean {
  return isFailed(request) && request.fate.status !== TOO_MANY_REQUESTS && request.endMs !== null
}

function hasOtherBase(timeline: Timeline, { asked, atMs }: TimelineRequest): boolean {
  const { network, base, endpoint } = asked
  return timeline.bases[network].some(
    (other) => other !== base && !isDown(timeline, network, other, endpoint, atMs),
  )
}
