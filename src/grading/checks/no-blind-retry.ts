import { pluralize } from '../../kit/text/words.js'
import { isSameService } from '../phases.js'
import { pollsOf, questionsOf } from '../polls.js'
import type { Asked, Timeline, TimelineRequest } from '../timeline.js'
import { defineCheck, YES_NO } from './define.js'
import { momentOf, placeOf, queryOf, whereOf } from './evidence.js'

const BAD_REQUEST = 400
/** Consecutive requests of the network elsewhere that show a base was abandoned. */
const ELSEWHERE = 5

export const noBlindRetry = defineCheck({
  id: 'no-blind-retry',
  asks: 'a query that got 400 is not repeated, and no base is left for it',
  level: 'SHOULD',
  weight: 5,
  ...YES_NO,
  needs: 'a reply with status 400',
  about: ({ status }) => status === BAD_REQUEST,
  look(timeline) {
    const refused = timeline.requests.filter(gotBadRequest)
    if (refused.length === 0) return 'not exercised'
    const retried = retriesOfRefused(timeline)
    const condemned = refused.filter((request) => isCondemning(timeline, request))
    const evidence = [...retried, ...condemned]
    return { measured: evidence.length === 0 ? 1 : 0, evidence, refused: refused.length, retried, condemned }
  },
  says: {
    pass: ({ refused }) =>
      `${pluralize(refused, 'request')} got status 400; none was repeated before its time`,
    fail: ({ refused, retried, condemned }) =>
      retried.length > 0
        ? `repeated ${retried.length} of ${pluralize(refused, 'request')} that got status 400, first to ${whereOf(retried[0]!)}. Fix or drop a query that got 400: repeating it changes nothing`
        : `left ${placeOf(condemned[0]!)}, which was healthy, after ${pluralize(condemned.length, 'reply', 'replies')} with status 400, first to ${queryOf(condemned[0]!)} ${momentOf(condemned[0]!.atMs)}. Do not count 400 as a failure of the base: the query is wrong`,
    'not exercised': 'no reply had status 400',
  },
})

function gotBadRequest({ fate, end }: TimelineRequest): boolean {
  return fate.status === BAD_REQUEST && end === 'answered'
}

function retriesOfRefused(timeline: Timeline): TimelineRequest[] {
  return questionsOf(timeline).flatMap((question) =>
    Array.from(pollsOf(question)).flatMap((poll) =>
      poll.filter((_request, index) => index > 0 && gotBadRequest(poll[index - 1]!)),
    ),
  )
}

/** Whether the client's next requests of that service, other than the query itself, all went to other bases. */
function isCondemning({ requests }: Timeline, { asked, n, endMs }: TimelineRequest): boolean {
  const isOther = ({ client, network, base, question }: Asked) =>
    client === asked.client &&
    network === asked.network &&
    isSameService(base, asked.base) &&
    question !== asked.question
  const next = requests
    .filter((later) => later.n > n && later.atMs >= (endMs ?? 0) && isOther(later.asked))
    .slice(0, ELSEWHERE)
  return next.length === ELSEWHERE && next.every((later) => later.asked.base !== asked.base)
}
