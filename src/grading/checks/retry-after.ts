import { groupBy } from '../../kit/maps.js'
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { questionsOf } from '../polls.js'
import { isUseful, type Requests, type Timeline, type TimelineRequest } from '../timeline.js'
import { type Advice, advise, defineCheck, shareInWords } from './define.js'
import { inconclusive, momentOf, placeOf, queryOf } from './evidence.js'

/** A request that comes later than this share of the wait is in time: clocks and timers differ. */
const IN_TIME = 0.9

/** If the poll period is about as long as the wait, only requests that come sooner than this share of the period are no polls. */
const SOONER = 0.5
/** A client whose period is this many times the wait cannot ask too early by polling; a pause of that many periods is no poll. */
const RARER = 1.25
/** Fewer replies at once are no habit, as those before a circuit breaker opens. */
const MIN_REPLIES = 4
const AT_ONCE_MS = 10_000

export const retryAfter = defineCheck({
  id: 'retry-after',
  asks: 'replies with Retry-After whose base and endpoint were asked again before it was over, of all such replies',
  level: 'MUST',
  weight: 10,
  unit: 'ratio',
  good: 0,
  fails: 0.25,
  failsAt: true,
  source: 'RFC 9110, 10.2.3',
  needs: 'a reply with Retry-After, in seconds or as a date, that asks to wait longer than the poll period',
  about: ({ retryAfterMs }) => retryAfterMs !== null,
  look(timeline) {
    const waits = waitsIn(timeline)
    const shown = waits.filter(({ isShown }) => isShown)
    const ignored = shown.filter(({ early }) => early !== undefined)
    const [unshown] = waits
    const isRarer = ({ reply, periodMs }: Waited) =>
      periodMs < Infinity && periodMs > RARER * (reply.fate.retryAfterMs ?? 0)
    if (unshown === undefined || (shown.length === 0 && waits.every(isRarer))) return 'not exercised'
    // Of a client that asked nothing early, a few long pauses show nothing: timers fire late.
    if (ignored.length === 0 && shown.length <= waits.length / 2)
      return inconclusive(
        `${placeOf(unshown.reply)} asked to wait ${durationInWords(unshown.reply.fate.retryAfterMs ?? 0)}, and the client sent nothing that shows whether it did: ${
          unshown.periodMs < Infinity
            ? `its poll period of ${durationInWords(unshown.periodMs)} is about as long, or `
            : ''
        }it ended`,
        waits.map(({ reply }) => reply),
      )
    const advice = adviceFor(ignored)
    return {
      measured: ignored.length / waits.length,
      evidence: ignored.flatMap(({ reply, early }) => [reply, early]),
      replies: waits.length,
      ignored: ignored.length,
      first: ignored.at(0),
      verdict: isBurst(ignored) && waits.length < MIN_REPLIES ? ('warn' as const) : undefined,
      ...advice,
    }
  },
  says: {
    pass: ({ replies }) => `honoured Retry-After of ${pluralize(replies, 'reply', 'replies')}`,
    fail({ measured, replies, ignored, first, advice }) {
      const { reply, early = reply, isNewQuery } = first as Waited
      const repliedMs = reply.endMs ?? 0
      return `asked too early after ${ignored} of ${pluralize(replies, 'reply', 'replies')} with Retry-After (${shareInWords(measured)}): ${momentOf(repliedMs)} ${placeOf(reply)} asked to wait ${durationInWords(reply.fate.retryAfterMs ?? 0)}, and ${isNewQuery ? `the client's next query for ${queryOf(early)} began there` : `was asked for ${queryOf(early)} again`} ${durationInWords(early.atMs - repliedMs)} later. ${advice}`
    },
    'not exercised': 'no reply asked to wait longer than the client polls',
  },
})

/** Whether all came at once, within the wait that the first asked for. */
function isBurst(ignored: readonly Waited[]): boolean {
  if (ignored.length === 0) return false
  const [first, last] = [ignored[0]!.reply, ignored[ignored.length - 1]!.reply]
  return last.atMs - first.atMs <= Math.min(first.fate.retryAfterMs ?? 0, AT_ONCE_MS)
}

/** A reply with Retry-After. */
interface Waited {
  readonly reply: TimelineRequest
  readonly periodMs: number
  /** The first request to its base before it was over. */
  readonly early: TimelineRequest | undefined
  /** Whether an answer from any base came in between. */
  readonly isNewQuery: boolean
  /** Whether the client's conduct shows what it made of the header. */
  readonly isShown: boolean
}

function waitsIn(timeline: Timeline): Waited[] {
  const keyOf = ({ asked }: TimelineRequest) => `${asked.client} ${asked.question}`
  const periods = new Map(
    questionsOf(timeline).map(({ requests: [one], periodMs }) => [keyOf(one), periodMs]),
  )
  const kinds = groupBy(
    timeline.requests,
    ({ asked }) => `${asked.client} ${asked.network} ${asked.endpoint}`,
  )
  return [...kinds.values()].flatMap((alike) =>
    alike.flatMap((reply): Waited[] => {
      const { endMs, fate, end } = reply
      if (fate.retryAfterMs === null || end !== 'answered' || endMs === null) return []
      const inTimeMs = IN_TIME * fate.retryAfterMs
      const periodMs = periods.get(keyOf(reply)) ?? Infinity
      const from = firstIndexOf(alike, ({ n, atMs }) => n > reply.n && atMs >= endMs)
      const earlyMs = periodMs < inTimeMs ? inTimeMs : Math.min(inTimeMs, SOONER * periodMs)
      const early = earlyIn(alike, from, reply, endMs + earlyMs)
      const next = nextIn(alike, from, reply)
      const pausedMs = (next?.atMs ?? endMs) - endMs
      const isLeft = next?.asked.base !== reply.asked.base && pausedMs < inTimeMs
      const isAway = next !== undefined && (isLeft || pausedMs > RARER * periodMs)
      const isShown =
        early.early !== undefined ||
        (periodMs === Infinity ? from < alike.length : periodMs < inTimeMs && isAway)
      return [{ reply, periodMs, ...early, isShown }]
    }),
  )
}

/** The next request to the base, or the next query elsewhere, if that comes first. */
function nextIn(alike: Requests, from: number, { asked }: TimelineRequest): TimelineRequest | undefined {
  let answeredMs = Infinity
  for (let index = from; index < alike.length; index++) {
    const next = alike[index]!
    if (next.asked.base === asked.base || answeredMs <= next.atMs) return next
    if (isUseful(next)) answeredMs = Math.min(answeredMs, next.endMs ?? Infinity)
  }
  return undefined
}

function earlyIn(alike: Requests, from: number, { asked }: TimelineRequest, untilMs: number) {
  let answeredMs = Infinity
  for (let index = from; index < alike.length && alike[index]!.atMs < untilMs; index++) {
    const early = alike[index]!
    if (early.asked.base === asked.base) return { early, isNewQuery: answeredMs <= early.atMs }
    if (isUseful(early)) answeredMs = Math.min(answeredMs, early.endMs ?? Infinity)
  }
  return { early: undefined, isNewQuery: false }
}

function adviceFor(ignored: readonly Waited[]): Advice {
  const anew = ignored.filter(({ isNewQuery }) => isNewQuery)
  const isAnew = anew.length > 0 && anew.length * 2 >= ignored.length
  return advise(
    'heed-retry-after',
    isAnew
      ? 'Remember Retry-After for each base across queries: leave that base alone until it is over'
      : 'Read Retry-After, in seconds or as a date, and leave that base alone until then',
  )
}
