import { pluralize } from '../../core/pluralize.js'
import { pollsOf, questionsOf } from '../questions.js'
import type { Timeline, TimelineRequest } from '../timeline.js'
import { defineCheck, YES_NO } from './define.js'

const BAD_REQUEST = 400
/** So many requests of the network that go elsewhere, and a base is taken for condemned. */
const ELSEWHERE = 5

export const noBlindRetry = defineCheck({
  id: 'no-blind-retry',
  asks: 'a 400 is not asked again, and condemns no base',
  level: 'SHOULD',
  weight: 5,
  ...YES_NO,
  needs: 'a reply with status 400',
  look(timeline) {
    const refused = timeline.requests.filter(isRefused)
    if (refused.length === 0) return 'not exercised'
    const retried = retriesOfRefused(timeline)
    const condemned = refused.filter((request) => isCondemning(timeline, request))
    const evidence = [...retried, ...condemned].map(({ n }) => n)
    return {
      measured: evidence.length === 0 ? 1 : 0,
      evidence,
      refused: refused.length,
      retried: retried.length,
      condemned: condemned.length,
    }
  },
  says: {
    pass: ({ refused }) =>
      `${pluralize(refused, 'request')} got status 400; none was asked again before its time`,
    fail: ({ refused, retried, condemned }) =>
      retried > 0
        ? `of ${pluralize(refused, 'request')} with status 400 ${retried} were asked again, which changes nothing`
        : `after ${pluralize(condemned, 'reply', 'replies')} with status 400 the client left a base that was well`,
    'not exercised': 'no reply had status 400',
  },
})

function isRefused({ fate, end }: TimelineRequest): boolean {
  return fate.status === BAD_REQUEST && end === 'answered'
}

function retriesOfRefused(timeline: Timeline): TimelineRequest[] {
  return questionsOf(timeline).flatMap((question) =>
    Array.from(pollsOf(question)).flatMap((poll) =>
      poll.filter((_request, index) => index > 0 && isRefused(poll[index - 1])),
    ),
  )
}

/** Whether what came next of the network, other than the question itself, all went to other bases. */
function isCondemning({ requests }: Timeline, { asked, n, endMs }: TimelineRequest): boolean {
  const next = requests
    .filter(
      (later) =>
        later.n > n &&
        later.atMs >= (endMs ?? 0) &&
        later.asked.network === asked.network &&
        later.asked.question !== asked.question,
    )
    .slice(0, ELSEWHERE)
  return next.length === ELSEWHERE && next.every((later) => later.asked.base !== asked.base)
}
