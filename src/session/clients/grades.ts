/** Grades of a session's clients while its scenario plays, by the checks of a rehearsal. */

import { type CheckGrade, JUDGED, type RunVerdict } from '../../grading/checks/define.js'
import { momentOf } from '../../grading/checks/evidence.js'
import { type Graded, gradeTimeline } from '../../grading/grade.js'
import { cutOf } from '../../grading/jumps.js'
import { questionsOf } from '../../grading/polls.js'
import type { Phase, Timeline, TimelineRequest } from '../../grading/timeline.js'
import type { Clock } from '../../kit/clock/clock.js'
import type { ClockJump } from '../../kit/clock/jump.js'
import { groupBy } from '../../kit/maps.js'
import { maxOf } from '../../kit/numbers/lists.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { endlessRulesOf, eventWindowsOf, latestEndMs, ruleWindowsOf } from '../../scenario/active-spans.js'
import type { ScenarioRun } from '../../scenario/run.js'
import type { JournalRecord } from '../journal/entry.js'
import { MAX_GRADED } from '../journal/incidents.js'
import type { Journal } from '../journal/journal.js'
import { toTimeline } from './as-timeline.js'

interface GradedSession {
  readonly scenario: ScenarioRun | undefined
  readonly seed: string
  readonly catalogue: { readonly bases: Bases }
  readonly clock: Pick<Clock, 'jumps'>
  readonly journal: Pick<Journal, 'lines' | 'incidents'>
  nowMs(): number
}

/** Grades by the newest requests, whose worst findings are kept; undefined without a scenario. */
export function currentGrades(session: GradedSession) {
  const { scenario, seed, journal, catalogue, clock } = session
  if (scenario === undefined) return undefined
  const lines = journal.lines().slice(-MAX_GRADED)
  const grades = gradesOf(lines, scenario, seed, catalogue.bases, session.nowMs(), clock.jumps())
  journal.incidents.grade(scenario.id, grades.clients)
  return grades
}

/** As in a rehearsal without options. */
const COOL_DOWN_MS = 60_000

function gradesOf(
  all: readonly JournalRecord[],
  run: ScenarioRun,
  seed: string,
  { networks, of }: Bases,
  nowMs: number,
  jumps: readonly ClockJump[],
) {
  const { scenario } = run
  const cut = cutOf(jumps)
  /** Time that passed since the scenario was loaded, until an instant of its own clock. */
  const passedMs = (ms: number) => cut(run.loadedAtMs + ms) - cut(run.loadedAtMs)
  const lastsMs =
    endlessRulesOf(scenario).length > 0 ? Number.POSITIVE_INFINITY : passedMs(latestEndMs(scenario))
  // Requests that another scenario may have struck are no warm-up.
  const others = all.findLastIndex((line) => line.run !== '' && line.run !== run.id)
  const lines = all.slice(others + 1)
  const first = lines.find((line) => line.run === run.id && line.kind.base !== null)
  const { requests, ...rest } = toTimeline(lines, jumps)
  const met = first && requests.find(({ n }) => n === first.n)
  const sinceMs = passedMs(nowMs - run.loadedAtMs)
  const skippedMs = nowMs - run.loadedAtMs - sinceMs
  const finalMs = lastsMs + COOL_DOWN_MS
  const leftMs = Number.isFinite(finalMs) ? Math.max(0, finalMs - sinceMs) : null
  if (first === undefined || met === undefined) return { phase: null, leftMs, skippedMs, clients: [] }
  const loadedMs = met.atMs - passedMs(first.atMs - run.loadedAtMs)
  const byNumber = new Map(lines.map((line) => [line.n, line]))
  const clients = [...groupBy(requests, ({ asked }) => asked.client).values()].map((own) => {
    const { address, userAgent } = byNumber.get(own[0]!.n) as JournalRecord
    const phases = phasesOf(own, loadedMs, lastsMs, lastSeenMs(own) ?? loadedMs + sinceMs)
    const known = { address, userAgent }
    if (phases === undefined)
      return { ...known, ...graded('not proven', { score: null, problem: NO_WARM_UP, checks: [] }) }
    const startMs = phases[0]!.fromMs
    const onAxis = <Of extends { readonly fromMs: number; readonly untilMs: number | null }>(
      one: Of,
    ): Of => ({
      ...one,
      fromMs: loadedMs - startMs + passedMs(one.fromMs),
      untilMs: one.untilMs === null ? null : loadedMs - startMs + passedMs(one.untilMs),
    })
    const timeline: Timeline = {
      ...rest,
      scenario: run.name ?? '',
      seed,
      bases: Object.fromEntries(networks.map((name) => [name, of(name).map(({ base }) => base)])),
      phases: phases.map(({ name, fromMs, toMs }) => {
        return { name, fromMs: fromMs - startMs, toMs: toMs - startMs }
      }),
      requests: own.map((request) => shifted(request, startMs)),
      rules: ruleWindowsOf(scenario, 0).map(onAxis),
      events: eventWindowsOf(scenario, 0).map(onAxis),
    }
    const grade = gradeTimeline(timeline, scenario.expect)
    if (grade.verdict === 'fail') return { ...known, ...graded('fail', grade) }
    if (leftMs !== 0) return { ...known, ...graded('running', grade) }
    const problem = silenceIn(timeline, loadedMs - startMs + finalMs)
    return {
      ...known,
      ...(problem ? graded('not proven', { ...grade, score: null, problem }) : graded(grade.verdict, grade)),
    }
  })
  return {
    phase: sinceMs < lastsMs ? ('incident' as const) : ('recovery' as const),
    leftMs,
    skippedMs,
    clients,
  }
}

/** When a client that awaits nothing was last seen: it may have finished, so nothing after counts. */
function lastSeenMs(own: readonly TimelineRequest[]): number | undefined {
  const ends = own.map(({ endMs }) => endMs)
  return ends.includes(null) ? undefined : maxOf(ends.map(Number), 0)
}

const SILENT_MS = 10_000
const SILENT_PERIODS = 3

/** The moment of a client's last request, if it asked nothing more for long before the end: nothing shows that it still ran. */
function silenceIn(timeline: Timeline, endMs: number): string | undefined {
  const lastMs = maxOf(timeline.requests.map(({ atMs }) => atMs))
  const periodsMs = questionsOf(timeline).flatMap(({ periodMs }) => (periodMs < Infinity ? periodMs : []))
  const isSilent = endMs - lastMs > Math.max(SILENT_MS, SILENT_PERIODS * maxOf(periodsMs, 0))
  return isSilent ? `stopped asking ${momentOf(lastMs)}` : undefined
}

const NO_WARM_UP =
  'no good answer from before the incident is among the newest requests: load the scenario while the client is running'

/** The warm-up begins with the first good answer; undefined without one before the incident. */
function phasesOf(
  own: readonly TimelineRequest[],
  loadedMs: number,
  lastsMs: number,
  nowMs: number,
): Phase[] | undefined {
  const begun = own.find(
    ({ fate, end, asked }) => end === 'answered' && fate.met === 'good' && asked.endpoint !== null,
  )
  if (begun === undefined || begun.atMs >= loadedMs) return undefined
  const endMs = Math.min(loadedMs + lastsMs, nowMs)
  if (nowMs <= loadedMs) return [{ name: 'warm-up', fromMs: begun.atMs, toMs: nowMs }]
  return [
    { name: 'warm-up', fromMs: begun.atMs, toMs: loadedMs },
    { name: 'incident', fromMs: loadedMs, toMs: endMs },
    ...(endMs < nowMs ? [{ name: 'recovery' as const, fromMs: endMs, toMs: nowMs }] : []),
  ]
}

const shifted = (request: TimelineRequest, byMs: number): TimelineRequest => ({
  ...request,
  atMs: request.atMs - byMs,
  endMs: request.endMs === null ? null : request.endMs - byMs,
})

const VERDICTS = ['fail', 'warn', 'pass']
const LEVELS = ['MUST', 'SHOULD', 'INFO']

/** Failures first, then by level and weight. */
function costOf({ verdict, level, weight }: CheckGrade): number {
  const rank = VERDICTS.includes(verdict) ? VERDICTS.indexOf(verdict) : VERDICTS.length
  return rank * 1000 + LEVELS.indexOf(level) * 100 - weight
}

/** The grade without the checks that the scenario turns off; no score while there is nothing to judge. */
function graded(
  verdict: RunVerdict | 'running',
  { score, problem = null, checks }: Pick<Graded, 'score' | 'checks'> & { readonly problem?: string | null },
) {
  return {
    verdict,
    score,
    problem,
    judged: checks.filter(({ verdict }) => JUDGED.includes(verdict)).length,
    of: checks.length,
    checks: checks
      .toSorted((a, b) => costOf(a) - costOf(b))
      .map(({ id, level, verdict, because, evidence }) => {
        return { id, level, verdict, because, evidence: [...evidence] }
      }),
  }
}
