import { maxOf } from '../../kit/numbers/lists.js'
import { durationInWords } from '../../kit/text/duration.js'
import { FRESH_MS, usableMsOf } from '../freshness.js'
import { isReportedOn, matchesOf } from '../matches.js'
import { hasOtherBase, phaseOf, secondsIn } from '../phases.js'
import { pollsOf, type Question, questionsOf } from '../polls.js'
import { reportsMostOf } from '../reports.js'
import { withFramesOf } from '../streams.js'
import { isFailed, isUseful, type RuleWindow, type Timeline, type TimelineRequest } from '../timeline.js'
import { type Bounds, defineCheck, type Unjudged } from './define.js'
import { inconclusive, isActiveAfter, unobservable } from './evidence.js'

export const noticesStale = defineCheck({
  id: 'notices-stale',
  asks: 'age of the data acted upon; good up to the poll period, if that is longer',
  level: 'MUST',
  weight: 10,
  unit: 'ms',
  good: FRESH_MS,
  fails: 30_000,
  source: "GMX's web app: lifetime of its price cache",
  needs:
    'old data or requests that fail, and a client that reports the price it acts on or could have asked another base',
  about: ({ flaw }) => flaw === 'stale',
  look(timeline, bounds) {
    const { observations, streams = [] } = timeline
    const requests = withFramesOf(timeline)
    const isReported = observations.length > 0
    const isStale = (request: TimelineRequest) => request.fate.flaw === 'stale'
    // A stream that a rule silences or breaks leaves the client with the data that it has.
    const lost = new Set(
      streams.filter(({ faults }) => faults.some(({ fate }) => fate.met !== 'wrong')).map(({ n }) => n),
    )
    const met = requests.find(
      (request) =>
        (isStale(request) && (!isReported || isReportedOn(timeline, request.asked))) ||
        (request.atMs >= 0 && (isFailed(request) || lost.has(request.n))),
    )
    // Clients report no price from replies such as the values of markets.
    if (met === undefined) return requests.some(isStale) ? 'not observable' : 'not exercised'
    const acted = [...observedIn(timeline, met.atMs), ...acceptedIn(timeline)]
    const unlessFailed = unobservable(timeline) ?? ambiguous(timeline)
    // Nothing shows what a client does with the data it has while requests fail.
    if (!isReported && (acted.length === 0 || !isStale(met))) return 'not observable'
    if (acted.length === 0 || !isActiveAfter(timeline, met)) return unlessFailed ?? 'inconclusive'
    const oldest = acted.reduce((a, b) => (b.ageMs > a.ageMs ? b : a))
    const from = requests.find(({ content }) => content !== null && content === oldest.content)
    return {
      measured: oldest.ageMs,
      evidence: [from],
      verdict: isUsable(timeline, oldest, bounds) ? ('pass' as const) : undefined,
      count: acted.length,
      isReported: oldest.isReported,
      unlessFailed: unlessFailed ?? tooYoung(timeline, bounds, met),
    }
  },
  says: {
    pass: ({ measured, count, isReported }) =>
      `the oldest data of ${count} ${isReported ? 'observations' : 'replies that were not replaced'} was ${durationInWords(measured)} old when the client acted on it`,
    fail: ({ measured, isReported }) =>
      `acted on data that was ${durationInWords(measured)} old${isReported ? '' : ' (judged by the replies it asked no other base to replace: weaker evidence)'}. Compare the timestamps of a reply with your clock, and ask another base when they are old`,
    'not exercised': 'no data was old, and no request failed',
    inconclusive:
      'the client acted on no price of a sound reply, or ended when the first reply was old or failed',
    'not observable': 'data was old or missing, and the client does not report what it acts on',
  },
})

interface Acted {
  readonly isReported: boolean
  readonly ageMs: number
  readonly content: TimelineRequest['content']
}

/** Prices acted on since the first trouble: before, there is nothing to notice, and an old price is a late report. */
function observedIn(timeline: Timeline, sinceMs: number): Acted[] {
  const { observations } = timeline
  return matchesOf(timeline).flatMap(({ reading, ageMs, content }, index) =>
    reading === 'good' && observations[index]!.atMs >= sinceMs
      ? [{ isReported: true, ageMs: ageMs ?? 0, content }]
      : [],
  )
}

/** Whether data is not too old for its client. Bounds that a scenario states count as they are. */
function isUsable(timeline: Timeline, { ageMs, content }: Acted, { good, fails }: Bounds): boolean {
  return good === FRESH_MS && ageMs <= fails && content !== null && ageMs <= usableMsOf(timeline, content)
}

/** Queries whose replies a client may use without a report. */
function unreportedIn(timeline: Timeline): readonly Question[] {
  return questionsOf(timeline).filter(({ requests: [{ asked }] }) =>
    isReportedOn(timeline, asked) ? !reportsMostOf(timeline, asked) : timeline.observations.length === 0,
  )
}

/** The youngest data of each poll of a client that could have asked a healthy base. */
function acceptedIn(timeline: Timeline): Acted[] {
  return unreportedIn(timeline).flatMap((question) =>
    Array.from(pollsOf(question)).flatMap((poll) => {
      const ages = poll.flatMap(({ content, endMs, end, asked }) =>
        content === null || endMs === null || end !== 'answered' || !hasOtherBase(timeline, asked, endMs)
          ? []
          : [{ isReported: false, ageMs: endMs - content.asOfMs, content }],
      )
      return ages.length === 0 ? [] : [ages.reduce((a, b) => (b.ageMs < a.ageMs ? b : a))]
    }),
  )
}

/** For a client that sent for good data before the old came: nothing shows which of them it took. */
function ambiguous(timeline: Timeline): Unjudged | undefined {
  const evidence = unreportedIn(timeline).flatMap((question) =>
    Array.from(pollsOf(question)).flatMap((poll) => {
      const good = poll.filter((one) => isUseful(one) && one.fate.flaw === null)
      return poll.filter(
        ({ fate, endMs }) =>
          fate.flaw === 'stale' &&
          good.length > 0 &&
          (question.policy.kind === 'parallel' || good.every(({ atMs }) => atMs < (endMs ?? Infinity))),
      )
    }),
  )
  if (evidence.length === 0) return undefined
  const because =
    'bases were asked together, some data was old, and the client does not report what it acts on'
  return { silence: 'not observable', because, evidence }
}

/** For a scenario whose data never becomes old enough to tell a client that checks ages from one that does not. */
function tooYoung(timeline: Timeline, { fails }: Bounds, met: TimelineRequest) {
  const { rules } = timeline
  const requests = withFramesOf(timeline)
  const stale = rules.filter(({ fault }) => fault === 'stale')
  const isLeft = ({ fromMs, untilMs }: RuleWindow) =>
    requests.some((request) => {
      const { atMs, fate } = request
      return isUseful(request) && fate.flaw === null && atMs >= fromMs && atMs < (untilMs ?? Infinity)
    })
  if (stale.length === 0 || stale.some(isLeft)) return undefined
  const offered = requests.map(({ fate, content, endMs }) =>
    fate.flaw === 'stale' && content !== null && endMs !== null ? endMs - content.asOfMs : 0,
  )
  const oldestMs = maxOf(offered, 0)
  if (oldestMs >= fails) return undefined
  const because = `the oldest data that any base offered was ${durationInWords(oldestMs)} old, which a client may act on`
  const incident = phaseOf(timeline, 'incident')
  const beganMs = stale[0]!.fromMs - (incident?.fromMs ?? 0)
  const seconds = Math.ceil((beganMs + fails) / 10_000 + 1) * 10
  const undecided = inconclusive(because, [met])
  // In an incident that lasted, a client asked too rarely to be offered older data.
  const isLong = seconds <= secondsIn(timeline, 'incident')
  return isLong ? undecided : { ...undecided, needs: { option: '--incident' as const, seconds } }
}
