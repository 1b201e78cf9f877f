/** Findings of a report, worst first, and its head for somebody who was not there: verdict, consequence, coverage and origin of the run. */

import { JUDGED } from '../grading/checks/define.js'
import { timelineEndMs } from '../grading/phases.js'
import type { Timeline } from '../grading/timeline.js'
import { maxOf, minOf } from '../kit/numbers/lists.js'
import { durationInWords, sinceInWords } from '../kit/text/duration.js'
import { pluralize } from '../kit/text/words.js'
import type { CheckReport, Report, ScenarioReport } from './report.js'
import type { ReporterOptions } from './reporters/text.js'
import { evidenceInWords, outcomesInWords, runScoreInWords, sentence } from './words.js'

export type ReportHead = ReturnType<typeof headOf>

const MAX_EVIDENCE = 6

export function headOf(
  report: Report,
  timelines: readonly Timeline[],
  { commandOf }: Pick<ReporterOptions, 'commandOf'> = {},
) {
  const findings = findingsIn(report).map(inWords)
  const [worst] = findings
  const passed = report.verdict === 'pass' ? `Passes, with ${pluralize(findings.length, 'finding')}. ` : ''
  const consequence =
    worst === undefined ? 'No check failed or warned.' : `${passed}${worst.scenario}: ${worst.what}`
  return {
    title: `Rehearsal: ${report.verdict}, ${runScoreInWords(report)}`,
    /** Consequence of the worst finding. */
    consequence,
    facts: factsOf(report, timelines, timelines.at(worst?.index ?? 0)),
    /** Repeats the run of the worst finding. */
    command: report.scenarios.length === 0 ? undefined : commandOf?.(worst?.index ?? 0),
    findings,
  }
}

function factsOf(
  report: Report,
  timelines: readonly Timeline[],
  shown: Timeline | undefined,
): [string, string][] {
  const { scenarios, gmxSim, seed } = report
  const checks = scenarios.flatMap((scenario) => scenario.checks)
  const judged = checks.filter(({ verdict }) => JUDGED.includes(verdict)).length
  const programs = timelines.flatMap((timeline) => timeline.programs)
  const agents = timelines.flatMap(({ requests }) => requests.slice(0, 1).map(({ asked }) => asked.userAgent))
  const begun = timelines.filter(({ phases }) => phases.length > 0)
  const hasBegun = begun.length > 0
  const facts: [string, string | null | undefined][] = [
    ['Scenarios', outcomesInWords(report)],
    [timelines.length > 1 ? `Incident of ${shown?.scenario}` : 'Incident', shown && incidentInWords(shown)],
    ['Checks', `${judged} of ${checks.length} judged`],
    ['Started', hasBegun ? utc(minOf(begun.map(({ startedAtMs }) => startedAtMs))) : null],
    ['Lasted', hasBegun ? durationInWords(maxOf(begun.map(timelineEndMs))) : null],
    ['Client', programs.at(0)?.command],
    ['User agent', agents.find((agent) => agent !== null)],
    ['gmx-sim', gmxSim],
    ['Seed', seed],
  ]
  return facts.flatMap(([label, text]) => (text ? [[label, text]] : []))
}

/** The failure of the incident and its duration. */
function incidentInWords({ rules, phases }: Timeline): string | undefined {
  const incident = phases.find(({ name }) => name === 'incident')
  const [first, ...others] = rules
  if (first === undefined || incident === undefined) return undefined
  const lastsMs = Math.max(0, Math.min(first.untilMs ?? Infinity, incident.toMs) - first.fromMs)
  const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'more rule')}`
  return `${first.what}, for ${durationInWords(lastsMs)}${more}`
}

/** The remedy is the last sentence. */
const REMEDY = /^(.*)\. ([A-Z].*)$/s

function inWords({ index, scenario, check }: RankedFinding) {
  const text = check?.because ?? scenario.problem ?? scenario.verdict
  const [, what = text, remedy = ''] = REMEDY.exec(text) ?? []
  return {
    /** `index` is that of the scenario in the report. */
    scenario: scenario.name,
    index,
    id: check?.id,
    verdict: check?.verdict ?? scenario.verdict,
    /** `remedy`, which may be empty, is the change of the client that would fix it. */
    what: sentence(what),
    remedy: remedy === '' ? '' : sentence(remedy),
    evidence: check === undefined ? '' : evidenceInWords(check, MAX_EVIDENCE),
  }
}

/** `2026-03-01 12:00:30 UTC`. */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** `12:00:30.120 UTC (+0:30.1)`. */
export function momentInUtc({ startedAtMs }: Timeline, atMs: number): string {
  return `${new Date(startedAtMs + atMs).toISOString().slice(11, 23)} UTC (${sinceInWords(atMs)})`
}

interface RankedFinding {
  readonly index: number
  readonly scenario: ScenarioReport
  /** Undefined for a scenario that could not be judged. */
  readonly check: CheckReport | undefined
}

const LEVELS: readonly string[] = ['MUST', 'SHOULD', 'INFO']

/** Worst first: unjudged scenarios, regressions, failures before warnings, level, weight, order of the table, and how far beyond the bound. */
export function findingsIn({ scenarios, failOn }: Report): RankedFinding[] {
  return scenarios
    .flatMap((scenario, index): RankedFinding[] => {
      const bad = scenario.checks
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
        .map((check) => ({ index, scenario, check }))
      return scenario.problem === undefined ? bad : [{ index, scenario, check: undefined }, ...bad]
    })
    .sort((a, b) => compare(urgencyOf(a, failOn), urgencyOf(b, failOn)))
}

function urgencyOf({ check, scenario }: RankedFinding, failOn: Report['failOn']): number[] {
  // Between failures of MUST and SHOULD: it fails the run by default, but no evidence speaks against the client.
  if (check === undefined)
    return ['not exercised', 'not proven'].includes(scenario.verdict) ? [1, 0, 0.5] : [-1]
  const { verdict, level, weight, measured, good, fails, baseline } = check
  const isRegression = failOn === 'worse' && baseline?.change === 'worse'
  const excess = measured === null ? Number.MAX_VALUE : (measured - fails) / Math.abs(fails - good || 1)
  return [
    isRegression ? 0 : 1,
    verdict === 'fail' ? 0 : 1,
    LEVELS.indexOf(level),
    -weight,
    scenario.checks.indexOf(check),
    fails > good ? -excess : excess,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at] - (b[at] ?? 0)
}
