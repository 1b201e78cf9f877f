/** Markdown for a CI summary or a pull request comment: failures first, the rest folded. */

import type { Timeline } from '../../grading/timeline.js'
import { code, codeBlock, folded, markdownTable, plain } from '../../kit/formats/markdown.js'
import { headOf, type ReportHead } from '../head.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import {
  byUrgency,
  changesInWords,
  coverageInWords,
  detailsInWords,
  differencesInWords,
  herdInWords,
  idsWith,
  scenariosByUrgency,
  scoreInWords,
  seedsInWords,
  unknownPathsInWords,
  unmatchedInWords,
} from '../words.js'
import type { ReporterOptions } from './style.js'

const MAX_EVIDENCE = 10

export function toMarkdown(
  report: Report,
  timelines: readonly Timeline[] = [],
  options: Pick<ReporterOptions, 'commandOf'> = {},
): string {
  const { baseline } = report
  const head = headOf(report, timelines, options)
  const scenarios = scenariosByUrgency(report).map(([scenario]) => scenario)
  const rows = scenarios.map((scenario) => {
    const { name, verdict, score, checks, baseline: before } = scenario
    return [
      code(name),
      verdict === 'pass' ? 'pass' : `**${verdict}**`,
      String(score ?? '-'),
      coverageInWords(scenario),
      idsWith(checks, 'fail').join(', '),
      idsWith(checks, 'warn').join(', '),
      ...(baseline === undefined ? [] : [before?.change ?? 'new']),
    ]
  })
  const columns = [
    'scenario',
    'verdict',
    'score',
    'judged',
    'failed',
    'warned',
    ...(baseline ? ['baseline'] : []),
  ]
  return [
    ...headLines(head),
    ...markdownTable(columns, rows, ['score']),
    '',
    ...(baseline === undefined ? [] : [...baselineLines(baseline, report), '']),
    ...scenarios.flatMap(detailsOf),
  ].join('\n')
}

const MAX_FINDINGS = 5

function headLines({ title, consequence, facts, command, findings }: ReportHead): string[] {
  const items = findings
    .slice(0, MAX_FINDINGS)
    .map(
      ({ verdict, id, scenario, what, remedy, evidence }) =>
        `1. **${verdict}** ${id === undefined ? '' : `${code(id)} in `}${code(scenario)}: ${plain(what)} ${remedy === '' ? '' : `**${plain(remedy)}**`} ${plain(evidence)}`,
    )
  return [
    `## ${plain(title)}`,
    '',
    plain(consequence),
    '',
    facts.map(([label, text]) => `${label}: ${code(text)}`).join(' · '),
    '',
    ...(items.length === 0 ? [] : [...items.map((line) => line.trimEnd()), '']),
    ...(command === undefined ? [] : [...folded('Reproduce', codeBlock([command], 'sh')), '']),
  ]
}

function baselineLines(baseline: NonNullable<Report['baseline']>, report: Report): string[] {
  const { score, missing } = baseline
  const seeds = seedsInWords(report)
  const absent = missing.length === 0 ? '' : `; not rehearsed: ${missing.map(code).join(', ')}`
  return [
    `Baseline: ${scoreInWords(score)}; ${changesInWords(baseline)}${absent}${seeds === undefined ? '' : `; ${plain(seeds)}`}`,
  ]
}

function detailsOf(scenario: ScenarioReport): string[] {
  const { name, checks, herd, traffic = [], problem, program, unknownPaths } = scenario
  const unmatched = unmatchedInWords(scenario)
  const { failed, warned, passed, unjudged } = byUrgency(checks)
  const items = [...failed, ...warned].map(itemOf)
  if (unknownPaths !== undefined) items.push(`- unknown paths: ${plain(unknownPathsInWords(unknownPaths))}`)
  if (unmatched !== undefined) items.push(`- observations: ${unmatched}`)
  if (herd !== undefined) items.push(`- herd: ${plain(herdInWords(herd))}`)
  const differences = differencesInWords(scenario)
  if (differences !== undefined) items.push(`- ${plain(differences)}`)
  items.push(...traffic.map((line) => `- ${plain(line)}`))
  const rest = [...passed, ...unjudged].map(itemOf)
  return [
    `### ${plain(name)}`,
    '',
    ...(problem === undefined ? [] : [plain(problem), '']),
    ...(items.length === 0 ? [] : [...items, '']),
    ...(program.lastLines === undefined ? [] : ['Last output:', '', ...codeBlock(program.lastLines), '']),
    ...(rest.length === 0
      ? []
      : [...folded(`${passed.length} passed, ${unjudged.length} not judged`, rest), '']),
  ]
}

function itemOf(check: CheckReport): string {
  const { id, level, verdict, because } = check
  const details = plain(detailsInWords(check, MAX_EVIDENCE))
  return `- ${verdict === 'fail' ? '**fail**' : verdict} ${level} ${code(id)}: ${plain(because)} (${details})`
}
