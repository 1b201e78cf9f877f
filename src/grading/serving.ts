/** Time without a usable answer while a base would have given one, per client: for the check and its chart. */

import { groupBy, memoised, pairsOf } from '../kit/maps.js'
import { maxBy, maxOf, minOf } from '../kit/numbers/lists.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { usableMsOf } from './freshness.js'
import { type Healthy, healthyIn, servedUntilMs } from './healthy.js'
import { isSound } from './matches.js'
import { harmfulRulesOf, isRefusalMet, phaseOf, timelineEndMs } from './phases.js'
import { failoversOf, pollsOf, type Question, questionsOf } from './polls.js'
import { holdsPrices, isIgnored, kindKey, reportsIn, type UsedPrice } from './reports.js'
import { lengthOf, type Span, spansBetween, union, within } from './spans.js'
import { isStreamStruck, STREAMED, withFramesOf } from './streams.js'
import {
  isStruck,
  isUseful,
  isUseless,
  type Requests,
  type RuleWindow,
  type SomeRequests,
  type Timeline,
  type TimelineRequest,
} from './timeline.js'

/** A kind of data for one client. */
export interface Serving {
  readonly client: number
  readonly network: NetworkName
  readonly endpoint: string
  readonly requests: SomeRequests
  /** Whether usable answers are reported prices; otherwise completed good replies. */
  readonly isReported: boolean
  /** Whether a rule struck any of its requests. */
  readonly isStruck: boolean
  /** Longest time between usable answers in normal operation; null without a rhythm. */
  readonly periodMs: number | null
  /** In order of time; none without a period. */
  readonly gaps: readonly Gap[]
  /** Polls while rules acted and a base was healthy. */
  readonly polls: number
  /** First requests of polls that met a fault and ended without a usable price, other than those before the first failover of each fault. */
  readonly lost: Requests
  /** First requests of failed polls that were retries of one query, or lost, too: they came in the rhythm of polls until one failed over. */
  readonly doubtful: Requests
}

/** Time between two usable answers, or from the last one to the end. */
export interface Gap extends Span {
  readonly isOver: boolean
  /** Time with a healthy base, each stretch less the poll period. */
  readonly lackMs: number
  /** Bases that were healthy for at least half of it. */
  readonly healthy: readonly BaseName[]
  /** The lack over time. */
  readonly curve: readonly (readonly [atMs: number, lackMs: number])[]
}

/** As the check and the chart show it, of the timeline as its clients see it. */
export const servingsOf = memoised((timeline: Timeline): readonly Serving[] => {
  const asking = withFramesOf(timeline).filter(
    ({ asked }) => holdsPrices(asked.endpoint) && asked.method !== 'OPTIONS',
  )
  const reports = reportsIn(timeline)
  return [...groupBy(asking, ({ asked }) => kindKey(asked.client, asked))].map(([key, requests]) => {
    const { client, network } = requests[0].asked
    const endpoint = requests[0].asked.endpoint ?? ''
    const reported = reports.get(key)
    const answers = reported ?? repliesIn(requests)
    const periodMs = periodOf(
      answers.map(({ atMs }) => atMs).sort((a, b) => a - b),
      requests,
      timeline,
    )
    const own = questionsOf(timeline).filter(
      ({ requests: [{ asked }] }) => kindKey(asked.client, asked) === key,
    )
    const usableMs = usableMsOf(timeline, requests[0].asked)
    const isUsable = ({ ageMs }: UsedPrice) => ageMs <= usableMs
    const timesOf = (some: readonly UsedPrice[]) =>
      some
        .filter(isUsable)
        .map(({ atMs }) => atMs)
        .sort((a, b) => a - b)
    const usable = timesOf(answers)
    const healthy = healthyIn(timeline, requests)
    const gaps = periodMs === null ? [] : lacksIn(timeline, requests, usable, periodMs, healthy)
    const polls = pollsIn(timeline, own, timesOf([...answers, ...repliesIn(requests)]), healthy)
    const serving = { client, network, endpoint, requests, periodMs, gaps, ...polls }
    return { ...serving, isReported: reported !== undefined, isStruck: hasStrike(timeline, requests) }
  })
})

/** The serving with the longest lack of those that a rule struck. */
export function worstOf(servings: readonly Serving[]): Serving | undefined {
  const judged = servings.filter(({ isStruck, gaps }) => isStruck && gaps.length > 0)
  return maxBy(judged, (serving) => worstGap(serving)?.lackMs ?? 0)
}

export function worstGap({ gaps }: Serving): Gap | undefined {
  return maxBy(gaps, ({ lackMs }) => lackMs)
}

function repliesIn(requests: Requests): UsedPrice[] {
  return requests.flatMap(({ fate, end, endMs, content }) => {
    if (end !== 'answered' || endMs === null) return []
    const read = content?.inOrder ?? content
    if (read === null) return fate.met === 'good' ? [{ atMs: endMs, ageMs: 0 }] : []
    const isRight = fate.met === 'good' || (isSound(read) && read.prices.size > 0 && fate.flaw !== 'partial')
    return isRight ? [{ atMs: endMs, ageMs: endMs - read.asOfMs }] : []
  })
}

const MIN_GAPS = 2

/**
 * From the warm-up; if the client polls too slowly for that, from its waits after good replies. Null for a client with few requests.
 */
function periodOf(usable: readonly number[], requests: Requests, timeline: Timeline): number | null {
  const warmUp = phaseOf(timeline, 'warm-up')
  if (warmUp === undefined) return null
  const times = usable.filter((ms) => ms >= 0 && ms <= warmUp.toMs)
  const gaps = pairsOf(times).map(([before, ms]) => ms - before)
  const longestMs = maxOf(gaps, 0)
  const restMs = warmUp.toMs - (times.at(-1) ?? 0)
  if (gaps.length >= MIN_GAPS) return restMs > 2 * longestMs + 1000 ? null : longestMs
  const waits = waitsAfterGood(requests)
  const longestWaitMs = maxOf(waits, 0)
  return waits.length >= MIN_GAPS && longestWaitMs >= warmUp.toMs / (MIN_GAPS + 1) ? longestWaitMs : null
}

/** Intervals between a good reply and the next request, unless hurried or delayed by a failure. */
function waitsAfterGood(requests: Requests): number[] {
  return requests.flatMap(({ fate, end, atMs, endMs }, index) => {
    if (fate.met !== 'good' || end !== 'answered' || endMs === null) return []
    let next = index + 1
    while (next < requests.length && requests[next]!.atMs < endMs) next++
    return next === requests.length ? [] : [requests[next]!.atMs - atMs]
  })
}

function lacksIn(
  timeline: Timeline,
  requests: SomeRequests,
  usable: readonly number[],
  periodMs: number,
  healthy: readonly Healthy[],
): Gap[] {
  const endMs = servedUntilMs(timeline, requests[0].asked.client)
  const stretches = union(healthy.flatMap(({ spans }) => spans))
  const times = usable.filter((ms) => ms >= 0 && ms <= endMs)
  return spansBetween(times, endMs, periodMs).map(({ fromMs, toMs, isCalm }, index, spans) => {
    const curve: [number, number][] = [[fromMs, 0]]
    let lackMs = 0
    for (const stretch of within({ fromMs, toMs }, stretches)) {
      const sinceMs = isCalm ? stretch.toMs : Math.min(stretch.fromMs + periodMs, stretch.toMs)
      curve.push([sinceMs, lackMs])
      lackMs += stretch.toMs - sinceMs
      curve.push([stretch.toMs, lackMs])
    }
    curve.push([toMs, lackMs])
    const bases = healthy.flatMap(({ base, spans }) =>
      lengthOf(within({ fromMs, toMs }, spans)) >= (toMs - fromMs) / 2 ? base : [],
    )
    return { fromMs, toMs, lackMs, curve, isOver: index + 1 < spans.length, healthy: bases }
  })
}

/** Counts the polls of a kind of data while rules act, and collects the lost ones: a long recovery makes up for none. */
function pollsIn(
  timeline: Timeline,
  questions: readonly Question[],
  usable: readonly number[],
  healthy: readonly Healthy[],
): Pick<Serving, 'polls' | 'lost' | 'doubtful'> {
  const endMs = timelineEndMs(timeline)
  const stretches = union(healthy.flatMap(({ spans }) => spans))
  const isHealthy = ({ atMs }: TimelineRequest) =>
    stretches.some((stretch) => atMs >= stretch.fromMs && atMs < stretch.toMs)
  let polls = 0
  const lost: TimelineRequest[] = []
  const doubtful: TimelineRequest[] = []
  for (const question of questions) {
    const begun = [...pollsOf(question)]
    const failovers = failoversOf(begun, question)
    let next = 0
    for (const [index, poll] of begun.entries()) {
      const [first] = poll
      const [following] = begun[index + 1] ?? []
      const untilMs = following?.atMs ?? endMs
      while (next < usable.length && usable[next]! < first.atMs) next++
      const isOver = index + 1 < begun.length || (usable[next] ?? Infinity) <= untilMs
      const isLost = poll.some(isUseless) && !((usable[next] ?? Infinity) < untilMs)
      const isTroubled = timeline.rules.some(
        (rule) => first.atMs >= rule.fromMs && first.atMs < (rule.untilMs ?? Infinity),
      )
      if (!isTroubled || !isHealthy(first) || !isOver) continue
      const { base } = first.asked
      const left = isLost && following?.asked.base === base ? failovers.get(base) : undefined
      if (left === 'paced') doubtful.push(first)
      if (left !== undefined) continue
      polls++
      if (isLost) lost.push(first)
    }
  }
  lost.sort((a, b) => a.atMs - b.atMs)
  const served = questions.flatMap(({ requests }) =>
    requests.filter((one) => isUseful(one) && !isIgnored(timeline, one)),
  )
  const excused = new Set(harmfulRulesOf(timeline).flatMap((rule) => untilFailover(lost, served, rule)))
  return { polls, lost: lost.filter((poll) => !excused.has(poll)), doubtful }
}

/** Polls lost before the first failover of a fault, which its duration judges; of a client that does not fail over, the first. */
function untilFailover(lost: Requests, served: Requests, { fromMs, untilMs }: RuleWindow): Requests {
  const first = lost.find(({ atMs }) => atMs >= fromMs)
  if (first === undefined) return []
  const answersMs = served.flatMap(({ atMs, asked }) =>
    atMs > first.atMs && asked.base !== first.asked.base ? atMs : [],
  )
  const answeredMs = minOf(answersMs)
  const isFailover = answeredMs < (untilMs ?? Infinity)
  return lost.filter(
    (poll) => poll === first || (isFailover && poll.atMs > first.atMs && poll.atMs < answeredMs),
  )
}

function hasStrike(timeline: Timeline, requests: SomeRequests): boolean {
  return (
    requests.some((request) => isStruck(request) || isUseless(request)) ||
    (requests[0].asked.endpoint === STREAMED && isStreamStruck(timeline, requests[0].asked)) ||
    timeline.rules.some((rule) => isRefusalMet(timeline, rule, requests))
  )
}
