/** Head of a report for somebody who was not there: verdict, changes, coverage and origin of the run. */

import { JUDGED } from '../grading/checks/define.js'
import { timelineEndMs } from '../grading/phases.js'
import type { Timeline } from '../grading/timeline.js'
import { maxOf, minOf } from '../kit/numbers/lists.js'
import { durationInWords, sinceInWords } from '../kit/text/duration.js'
import { pluralize } from '../kit/text/words.js'
import type { Report } from './report.js'
import type { ReporterOptions } from './reporters/text.js'
import { type Change, summaryOf } from './summary.js'
import { noteLines, titleOf } from './summary-words.js'
import { sentence } from './words.js'

export type ReportHead = ReturnType<typeof headOf>

export function headOf(
  report: Report,
  timelines: readonly Timeline[],
  { commandOf }: Pick<ReporterOptions, 'commandOf'> = {},
) {
  const { changes } = summaryOf(report)
  const worst = changes.at(0)?.worst
  const shown = worst?.index ?? 0
  return {
    title: `Rehearsal: ${titleOf(report)}`,
    /** The worst that happened. */
    consequence: worst === undefined ? calmOf(report) : `${worst.scenario}: ${sentence(worst.what)}`,
    facts: factsOf(report, timelines, timelines.at(shown)),
    /** Repeats the run of the worst finding. */
    command: report.scenarios.length === 0 ? undefined : commandOf?.(shown),
    /** Each with the command that shows it again. */
    changes: changes.map((change): Change & { readonly again?: string | undefined } => {
      return { ...change, again: commandOf?.(change.worst.index) }
    }),
    notes: noteLines(report),
  }
}

function calmOf({ scenarios }: Report): string {
  const problem = scenarios.find((scenario) => scenario.problem !== undefined)?.problem
  return problem === undefined ? 'No check failed or warned.' : sentence(problem)
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

/** `2026-03-01 12:00:30 UTC`. */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** `12:00:30.120 UTC (+0:30.1)`. */
export function momentInUtc({ startedAtMs }: Timeline, atMs: number): string {
  return `${new Date(startedAtMs + atMs).toISOString().slice(11, 23)} UTC (${sinceInWords(atMs)})`
}
