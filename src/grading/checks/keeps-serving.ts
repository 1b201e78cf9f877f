import { pairsOf } from '../../kit/maps.js'
import { maxBy, maxOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { type Gap, type Serving, servingsOf, worstGap } from '../serving.js'
import { isStreamStruck, STREAMED } from '../streams.js'
import type { Requests, Timeline, TimelineRequest } from '../timeline.js'
import { isBeyond } from '../tolerance.js'
import { type Advice, advise, decisiveWait, defineCheck, type Evidence, shareInWords } from './define.js'
import { adviseCheck, cutShort, inconclusive, momentOf, whereOf } from './evidence.js'

/** Share of polls that must end with a usable price. */
const MIN_SHARE = 0.9
/** A single lost poll is no habit. */
const MIN_LOST = 2

export const keepsServing = defineCheck({
  id: 'keeps-serving',
  asks: 'longest time without a usable answer while a base was healthy, beyond the poll period; and 90 % of polls with one',
  level: 'MUST',
  // All else serves it.
  weight: 20,
  unit: 'ms',
  good: 10_000,
  fails: 30_000,
  source: "GMX's web app: lifetime of its price cache",
  needs: 'a rule that strikes prices, candles or market values which the client polls in the warm-up',
  about: ({ met, outcome, certificate }) =>
    certificate === undefined && (met !== 'wrong' || outcome === 'status'),
  look(timeline, bounds) {
    const struck = servingsOf(timeline).filter(({ isStruck }) => isStruck)
    if (struck.length === 0) return 'not exercised'
    const ended = timeline.programs.find(({ exitMs }) => exitMs !== null)
    if (ended?.exitMs && !timeline.mayExit)
      return inconclusive(`the program ended ${momentOf(ended.exitMs)}, and serves nothing since`, [])
    const losing = maxBy(struck.filter(losesPolls), ({ lost, polls }) => lost.length / polls)
    const doubted = struck.find(
      ({ polls, lost, doubtful }) =>
        doubtful.length > 0 && losesPolls({ polls: polls + doubtful.length, lost: [...lost, ...doubtful] }),
    )
    const waits = struck.flatMap((serving) =>
      serving.gaps.map((gap) => ({ serving, gap, tookMs: gap.lackMs, isOver: gap.isOver })),
    )
    if (waits.length === 0) return 'inconclusive'
    const { wait, isDecided } = decisiveWait(waits, bounds)
    const { serving, gap, tookMs } = wait
    if (losing !== undefined && !isBeyond(tookMs, bounds.fails)) {
      const advice = adviceFor(timeline, losing, worstGap(losing) ?? gap)
      return {
        measured: tookMs,
        evidence: losing.lost,
        verdict: 'fail' as const,
        losing,
        serving,
        gap,
        ...advice,
      }
    }
    const evidence = evidenceOf(serving, gap)
    if (!isDecided && isBeyond(tookMs, bounds.good)) {
      const because = `no usable ${kindInWords(serving)} in the last ${durationInWords(tookMs)} of the run`
      return cutShort(timeline, bounds, tookMs, because, evidence)
    }
    const advice = adviceFor(timeline, serving, gap)
    return {
      measured: tookMs,
      evidence,
      verdict: undefined,
      unlessFailed: doubted && inconclusive(doubtInWords(doubted), doubted.doubtful),
      losing: undefined,
      serving,
      gap,
      ...advice,
    }
  },
  says: {
    pass: ({ measured, serving }) =>
      `never without usable ${kindInWords(serving)} for more than ${durationInWords(measured)} beyond the poll period of ${durationInWords(serving.periodMs ?? 0)}${basisInWords(serving)}`,
    fail: ({ measured, losing, serving, gap, advice }) =>
      losing !== undefined
        ? `${lossInWords(losing)}. ${advice}`
        : `no usable ${kindInWords(serving)} for ${durationInWords(measured)} beyond the poll period while ${healthyInWords(gap)} healthy, between ${(gap.fromMs / 1000).toFixed(1)} s and ${gap.isOver ? momentOf(gap.toMs) : 'the end of the run'}${basisInWords(serving)}. ${advice}`,
    'not exercised': 'no rule struck prices, candles or market values that the client asked for',
    inconclusive:
      'the warm-up shows no poll period: fewer than three usable answers. Set a --warm-up of three poll periods or more',
  },
})

function kindInWords({ network, endpoint, client }: Serving): string {
  return `${network} ${endpoint}${client === 0 ? '' : ` (copy ${client + 1})`}`
}

function losesPolls({ polls, lost }: Pick<Serving, 'polls' | 'lost'>): boolean {
  return lost.length >= MIN_LOST && lost.length > (1 - MIN_SHARE) * polls
}

function lossInWords(losing: Serving): string {
  const { polls, lost } = losing
  return `${lost.length} of ${pluralize(polls, 'poll')} (${shareInWords(lost.length / polls)}) ended without usable ${kindInWords(losing)} while a base was healthy, the first to ${whereOf(lost[0]!)}${basisInWords(losing)}`
}

/** Of failures a poll period apart, of which the last fails over. */
function doubtInWords({ doubtful, periodMs }: Serving): string {
  return `${pluralize(doubtful.length, 'failed request')} (first ${whereOf(doubtful[0]!)}) may be lost polls or retries of one query: they are ${durationInWords(periodMs ?? 0)} apart as polls are. Send an x-request-id that a query's retries share, or retry sooner`
}

function basisInWords({ isReported }: Serving): string {
  return isReported
    ? ''
    : ' (judged by good replies, as the client reports no prices, or few of them: weaker evidence)'
}

function healthyInWords({ healthy }: Gap): string {
  if (healthy.length === 0) return 'a base was'
  return `${healthy.join(', ')} ${healthy.length === 1 ? 'was' : 'were'}`
}

const MOST = 8

/** The last good request before the gap, the first ones in it, and the one that ended it. */
function evidenceOf({ requests }: Serving, gap: Gap): Evidence {
  const before = requests.findLast(({ endMs }) => endMs !== null && endMs <= gap.fromMs)
  const inside = requestsIn(requests, gap).slice(0, MOST)
  const after = gap.isOver ? requests.find(({ endMs }) => endMs !== null && endMs >= gap.toMs) : undefined
  return [...new Set([before, ...inside, after])]
}

function requestsIn(requests: Requests, { fromMs, toMs }: Gap): TimelineRequest[] {
  return requests.filter(({ atMs }) => atMs > fromMs && atMs < toMs)
}

/** Neither a timeout nor a backoff should take longer. */
const LONG_MS = 10_000

/** Change of the client that the pattern in the gap calls for. */
function adviceFor(timeline: Timeline, { requests, network, endpoint }: Serving, gap: Gap): Advice {
  const { bases } = timeline
  if (endpoint === STREAMED && isStreamStruck(timeline, requests[0].asked))
    return {
      remedy: 'expire-frames',
      advice:
        'Let the prices of a frame expire 10 s after their originTs, and read REST until newer ones come',
    }
  const inside = requestsIn(requests, gap)
  const used = new Set(requests.map(({ asked }) => asked.base))
  const isHeld = ({ atMs, endMs }: TimelineRequest) => (endMs ?? gap.toMs) - atMs > LONG_MS
  if (inside.some(isHeld)) return advise('set-timeout')
  const wrong = inside.filter(({ fate }) => fate.met === 'wrong')
  if (wrong.length > inside.length / 2) return adviseCheck(wrong[0]!)
  const [other] = gap.healthy.filter((base) => !used.has(base))
  if (other !== undefined && !gap.healthy.some((base) => used.has(base)))
    return advise(
      'fail-over',
      `Ask ${other} as well: only ${bases[network]!.filter((base) => used.has(base)).join(', ')} was asked`,
    )
  const times = pairsOf([gap.fromMs, ...inside.map(({ atMs }) => atMs), gap.toMs])
  const isPausing = maxOf(times.map(([before, ms]) => ms - before)) > LONG_MS
  return advise(isPausing ? 'cap-backoff' : 'fail-over')
}
