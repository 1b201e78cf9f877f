/** Head of a report, for somebody who was not there: verdict, consequence, coverage, origin of the run, and findings by weight. */

import type { Timeline } from '../grading/timeline.js'
import { formatLength } from '../kit/svg/frame.js'
import { sinceInWords } from '../kit/text/duration-in-words.js'
import { pluralize } from '../kit/text/pluralize.js'
import { findingsIn, type RankedFinding } from './findings.js'
import type { Report, RunVerdict, Verdict } from './report.js'
import type { ReporterOptions } from './reporters/style.js'
import { evidenceInWords, JUDGED, outcomesInWords, runScoreInWords, sentence } from './words.js'

export interface ReportHead {
  readonly title: string
  /** What the worst finding means. */
  readonly consequence: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  /** Repeats the run of the worst finding. */
  readonly command: string | undefined
  readonly findings: readonly FindingInWords[]
}

export interface FindingInWords {
  readonly scenario: string
  /** Of the scenario in the report. */
  readonly index: number
  readonly id: string | undefined
  readonly verdict: RunVerdict | Verdict
  readonly what: string
  /** The change of the client that would fix it; may be empty. */
  readonly remedy: string
  /** `#41 #57`. */
  readonly evidence: string
}

const MAX_EVIDENCE = 6

export function headOf(
  report: Report,
  timelines: readonly Timeline[],
  { commandOf }: Pick<ReporterOptions, 'commandOf'> = {},
): ReportHead {
  const findings = findingsIn(report).map(inWords)
  const [worst] = findings
  const passed = report.verdict === 'pass' ? `Passes, with ${pluralize(findings.length, 'finding')}. ` : ''
  const consequence =
    worst === undefined ? 'No check failed or warned.' : `${passed}${worst.scenario}: ${worst.what}`
  return {
    title: `Rehearsal: ${report.verdict}, ${runScoreInWords(report)}`,
    consequence,
    facts: factsOf(report, timelines, timelines.at(worst?.index ?? 0)),
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
  const lastsMs = Math.max(0, ...begun.map(({ phases }) => phases.at(-1)?.toMs ?? 0))
  const facts: [string, string | null | undefined][] = [
    ['Scenarios', outcomesInWords(report)],
    [timelines.length > 1 ? `Incident of ${shown?.scenario}` : 'Incident', shown && incidentInWords(shown)],
    ['Checks', `${judged} of ${checks.length} judged`],
    [
      'Started',
      begun.length === 0 ? undefined : utc(Math.min(...begun.map(({ startedAtMs }) => startedAtMs))),
    ],
    ['Lasted', begun.length === 0 ? undefined : formatLength(lastsMs)],
    ['Client', programs.at(0)?.command],
    ['User agent', agents.find((agent) => agent !== null)],
    ['gmx-sim', gmxSim],
    ['Seed', seed],
  ]
  return facts.flatMap(([label, text]) => (text ? [[label, text]] : []))
}

/** What broke, and for how long. */
function incidentInWords({ rules, phases }: Timeline): string | undefined {
  const incident = phases.find(({ name }) => name === 'incident')
  const [first, ...others] = rules
  if (first === undefined || incident === undefined) return undefined
  const lastsMs = Math.max(0, Math.min(first.untilMs ?? Infinity, incident.toMs) - first.fromMs)
  const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'more rule')}`
  return `${first.what}, for ${formatLength(lastsMs)}${more}`
}

/** The remedy is the last sentence. */
const REMEDY = /^(.*)\. ([A-Z].*)$/s

function inWords({ index, scenario, check }: RankedFinding): FindingInWords {
  const text = check?.because ?? scenario.problem ?? scenario.verdict
  const [, what = text, remedy = ''] = REMEDY.exec(text) ?? []
  return {
    ...{ scenario: scenario.name, index, id: check?.id, verdict: check?.verdict ?? scenario.verdict },
    ...{ what: sentence(what), remedy: remedy === '' ? '' : sentence(remedy) },
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
