/** Reports of rehearsed scenarios, and of a run of several. */

import { pathOf } from '../api/routing/locate.js'
import { type FailOn, MAX_EVIDENCE, type RunVerdict, rounded } from '../grading/checks/define.js'
import { type Expectations, gradeTimeline } from '../grading/grade.js'
import { unmatchedIn } from '../grading/matches.js'
import { questionsOf, retryLinesOf } from '../grading/polls.js'
import { trafficOf } from '../grading/series.js'
import {
  basesAsked,
  isFailed,
  type Requests,
  type Timeline,
  type TimelineRequest,
} from '../grading/timeline.js'
import { groupBy, pairsOf } from '../kit/maps.js'
import { VERSION } from '../kit/version.js'
import { basePrefix } from '../market/catalogue/bases.js'
import { type Allowances, type HerdReport, isAllowed, type Report, type ScenarioReport } from './report.js'

export function gradeScenario(
  timeline: Timeline,
  expectations?: Expectations,
  failOn?: FailOn,
): ScenarioReport {
  const { verdict, score, checks, problem, remedy } = gradeTimeline(timeline, expectations, failOn)
  const { programs } = timeline
  const program = programs.find(({ exitMs }) => exitMs !== null) ?? programs.at(0)
  const herd = herdOf(timeline)
  const unknownPaths = unknownPathsOf(timeline)
  const reported = timeline.observations.length
  const traffic = [...trafficOf(timeline), ...retryLinesOf(timeline)]
  return {
    name: timeline.scenario,
    verdict,
    score,
    phases: timeline.phases,
    program: {
      exitCode: program?.exitCode ?? null,
      log: program?.log ?? null,
      ...(program?.lastLines && { lastLines: program.lastLines }),
    },
    checks,
    ...(reported > 0 && { observations: { reported, unmatched: unmatchedIn(timeline) } }),
    ...(herd !== undefined && { herd }),
    ...(unknownPaths.length > 0 && { unknownPaths }),
    ...(timeline.requests.length > 0 && { bases: basesIn(timeline) }),
    ...(traffic.length > 0 && { traffic }),
    ...(problem !== undefined && { problem }),
    ...(remedy !== undefined && { remedy }),
  }
}

function basesIn({ requests }: Timeline): NonNullable<ScenarioReport['bases']> {
  const byNetwork = groupBy(requests, ({ asked }) => asked.network)
  return Object.fromEntries(Array.from(byNetwork, ([network, asked]) => [network, basesAsked(asked)]))
}

export function gradeRun(
  scenarios: readonly ScenarioReport[],
  seed: string,
  { failOn = 'must', ...allowances }: Allowances & { readonly failOn?: FailOn } = {},
): Report {
  const scores = scenarios.flatMap(({ score }) => (score === null ? [] : [score]))
  const mean = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length)
  const verdict = runOutcome(scenarios, scores.length === 0 ? null : mean, failOn, allowances)
  const isJudged = scores.length > 0 && (verdict === 'pass' || verdict === 'fail')
  return {
    version: 1,
    gmxSim: VERSION,
    seed,
    failOn,
    verdict,
    score: isJudged ? mean : null,
    ...(allowances.allowUnexercised && { allowUnexercised: true }),
    ...(allowances.allowUnproven && { allowUnproven: true }),
    scenarios,
  }
}

/** The worst outcome; a minimum score applies to the mean. */
function runOutcome(
  scenarios: readonly ScenarioReport[],
  score: number | null,
  failOn: FailOn,
  allowances: Allowances,
): RunVerdict {
  const judged = scenarios.filter((scenario) => scenario.score !== null)
  const isGood =
    typeof failOn === 'number'
      ? judged.every(({ problem }) => problem === undefined) && (score ?? failOn) >= failOn
      : judged.every(({ verdict }) => verdict === 'pass')
  if (!isGood) return 'fail'
  const open = scenarios.filter(({ verdict }) => !isAllowed(verdict, allowances))
  return UNJUDGED.find((outcome) => open.some(({ verdict }) => verdict === outcome)) ?? 'pass'
}

/** Worst first. */
const UNJUDGED = ['cut short', 'not proven', 'not exercised'] as const satisfies readonly RunVerdict[]

const WINDOW_MS = 100

/** Undefined for a single copy. */
export function herdOf(timeline: Timeline): HerdReport | undefined {
  const copies = timeline.programs.length
  if (copies < 2) return undefined
  const returns = returnsIn(timeline)
  const busiest = busiestOf(returns)
  if (busiest.length === 0) {
    const none = { mean: null, peakOverMean: null, peakFromMs: null, evidence: [] }
    return { copies, returns: 0, peak: 0, copiesAtPeak: 0, ...none }
  }
  const mean =
    returns.length / Math.max(1, (returns[returns.length - 1]!.atMs - returns[0]!.atMs) / WINDOW_MS)
  return {
    copies,
    returns: returns.length,
    peak: busiest.length,
    copiesAtPeak: new Set(busiest.map(({ asked }) => asked.client)).size,
    mean: rounded(mean),
    peakOverMean: rounded(busiest.length / mean),
    peakFromMs: busiest[0]!.atMs,
    evidence: busiest.slice(0, MAX_EVIDENCE).map(({ n }) => n),
  }
}

/** Requests that follow a failure, in order of arrival: healthy copies are in step anyway. */
function returnsIn(timeline: Timeline): TimelineRequest[] {
  const pairs = questionsOf(timeline).flatMap(({ requests }) => pairsOf(requests))
  const returns = pairs.filter(([before, { atMs }]) => isFailed(before) && atMs >= 0)
  return returns.map(([, request]) => request).sort((a, b) => a.atMs - b.atMs)
}

function busiestOf(sorted: Requests): Requests {
  let [from, to] = [0, 0]
  let first = 0
  for (const [index, { atMs }] of sorted.entries()) {
    while (sorted[first]!.atMs <= atMs - WINDOW_MS) first++
    if (index + 1 - first > to - from) [from, to] = [first, index + 1]
  }
  return sorted.slice(from, to)
}

const MAX_LISTED = 10

/** Most requested first; the last entry sums up what exceeds the limit. */
function unknownPathsOf({ requests, unmatched = [] }: Timeline): NonNullable<ScenarioReport['unknownPaths']> {
  const counts = new Map<string, number>(unmatched.map(({ path, count }) => [path, count]))
  for (const { asked } of requests) {
    if (asked.endpoint !== null) continue
    const path = `/${basePrefix(asked.network, asked.base)}${pathOf(asked.url)}`
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const sorted = Array.from(counts, ([path, count]) => ({ path, count })).sort((a, b) => b.count - a.count)
  const rest = sorted.splice(MAX_LISTED)
  const count = rest.reduce((sum, { count }) => sum + count, 0)
  return rest.length === 0 ? sorted : [...sorted, { path: `${rest.length} other paths`, count }]
}
