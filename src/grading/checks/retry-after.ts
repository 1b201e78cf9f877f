import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { isAnswered, TIMER_TOLERANCE_MS, type Timeline, type TimelineRequest } from '../timeline.js'
import { defineCheck, shareInWords } from './define.js'
import { adviseRetries, isActiveAfter, momentOf, placeOf, queryOf } from './evidence.js'

/** Fewer replies are no habit, as those before a circuit breaker opens. */
const MIN_REPLIES = 4

export const retryAfter = defineCheck({
  id: 'retry-after',
  asks: 'replies with Retry-After whose base and endpoint were asked again before it was over, of all such replies',
  level: 'MUST',
  weight: 10,
  unit: 'ratio',
  good: 0,
  fails: 0.5,
  source: 'RFC 9110, 10.2.3',
  needs: 'a reply with Retry-After, in seconds or as a date; four to fail',
  about: ({ retryAfterMs }) => retryAfterMs !== null,
  look(timeline, bounds) {
    const { replies, ignored } = repliesIn(timeline)
    const asking = timeline.requests.find(({ fate, end }) => fate.retryAfterMs !== null && end === 'answered')
    if (replies === 0 || asking === undefined) return 'not exercised'
    if (!isActiveAfter(timeline, asking)) return 'inconclusive'
    const measured = ignored.length / replies
    const [first] = ignored
    return {
      measured,
      evidence: ignored.flatMap(({ reply, early }) => [reply, early]),
      replies,
      ignored: ignored.length,
      first,
      ...(replies < MIN_REPLIES && { interval: [Math.min(measured, bounds.fails), measured] as const }),
      advice: adviceFor(timeline, ignored),
    }
  },
  says: {
    pass: ({ replies }) => `honoured Retry-After of ${pluralize(replies, 'reply', 'replies')}`,
    fail: ({ measured, replies, ignored, first: { reply, early, isNewQuery }, advice }) =>
      `asked too early after ${ignored} of ${pluralize(replies, 'reply', 'replies')} with Retry-After (${shareInWords(measured)}): ${momentOf(reply.endMs ?? 0)} ${placeOf(reply)} asked to wait ${durationInWords(reply.fate.retryAfterMs ?? 0)}, and ${isNewQuery ? `the client's next query for ${queryOf(early)} began there` : `was asked for ${queryOf(early)} again`} ${durationInWords(early.atMs - (reply.endMs ?? 0))} later. ${advice}`,
    'not exercised': 'no reply had a Retry-After header',
    inconclusive: 'the client did nothing after a reply with Retry-After',
  },
})

/** A reply with Retry-After, and the first request before it was over. */
interface Ignored {
  readonly reply: TimelineRequest
  readonly early: TimelineRequest
  /** After an answer, from any base, a request is a new query. */
  readonly isNewQuery: boolean
}

/** In order of arrival: a request already sent cannot honour a later reply. */
function repliesIn({ requests }: Timeline) {
  const waiting = new Map<string, TimelineRequest[]>()
  const answers = new Map<string, TimelineRequest>()
  const ignored: Ignored[] = []
  let replies = 0
  for (const request of requests) {
    const { network, base, endpoint, client } = request.asked
    const place = `${client} ${network} ${base} ${endpoint}`
    const { atMs, endMs, end, fate } = request
    const query = `${client} ${request.asked.question}`
    const answer = answers.get(query)
    const rest: TimelineRequest[] = []
    for (const reply of waiting.get(place) ?? []) {
      const overMs = (reply.endMs ?? 0) + (reply.fate.retryAfterMs ?? 0) - TIMER_TOLERANCE_MS
      if (overMs <= atMs) continue
      const isNewQuery = answer !== undefined && answer.n > reply.n && (answer.endMs ?? Infinity) <= atMs
      if ((reply.endMs ?? 0) <= atMs) ignored.push({ reply, early: request, isNewQuery })
      else rest.push(reply)
    }
    if (isAnswered(request)) answers.set(query, request)
    if (fate.retryAfterMs !== null && end === 'answered' && endMs !== null) {
      replies++
      rest.push(request)
    }
    waiting.set(place, rest)
  }
  return { replies, ignored }
}

function adviceFor(timeline: Timeline, ignored: readonly Ignored[]): string {
  const anew = ignored.filter(({ isNewQuery }) => isNewQuery)
  if (anew.length > 0 && anew.length * 2 >= ignored.length)
    return 'Remember Retry-After for each base across queries: leave that base alone until it is over'
  const advice = 'Read Retry-After, in seconds or as a date, and leave that base alone until then'
  const early = ignored.map((one) => one.early)
  return adviseRetries(timeline, early, advice)
}
