/** Markdown for a CI summary or a pull request comment: failures first, the rest folded. */

import type { Timeline } from '../../grading/timeline.js'
import { code, codeBlock, folded, markdownTable, plain } from '../../kit/formats/markdown.js'
import { headOf, type ReportHead } from '../head.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import * as words from '../words.js'
import type { ReporterOptions } from './style.js'

const MAX_EVIDENCE = 10

export function toMarkdown(
  report: Report,
  timelines: readonly Timeline[] = [],
  options: Pick<ReporterOptions, 'commandOf'> = {},
): string {
  const { baseline } = report
  const head = headOf(report, timelines, options)
  const scenarios = words.scenariosByUrgency(report).map(([scenario]) => scenario)
  const rows = scenarios.map((scenario) => {
    const { name, verdict, score, checks, baseline: before } = scenario
    return [
      code(name),
      verdict === 'pass' ? 'pass' : `**${verdict}**`,
      String(score ?? '-'),
      words.coverageInWords(scenario),
      words.idsWith(checks, 'fail').join(', '),
      words.idsWith(checks, 'warn').join(', '),
      ...(baseline === undefined ? [] : [before?.change ?? 'new']),
    ]
  })
  const columns = ['scenario', 'verdict', 'score', 'judged', 'failed', 'warned']
  if (baseline !== undefined) columns.push('baseline')
  return [
    ...headLines(head),
    ...markdownTable(columns, rows, ['score']),
    '',
    ...(baseline === undefined ? [] : [baselineLine(baseline, report), '']),
    ...scenarios.flatMap(detailsOf),
  ].join('\n')
}

const MAX_FINDINGS = 5

function headLines({ title, consequence, facts, command, findings }: ReportHead): string[] {
  const items = findings.slice(0, MAX_FINDINGS).map(({ verdict, id, scenario, what, remedy, evidence }) => {
    const name = `${id === undefined ? '' : `${code(id)} in `}${code(scenario)}`
    const fix = remedy === '' ? '' : `**${plain(remedy)}**`
    return `1. **${verdict}** ${name}: ${plain(what)} ${fix} ${plain(evidence)}`.trimEnd()
  })
  return [
    `## ${plain(title)}`,
    '',
    plain(consequence),
    '',
    facts.map(([label, text]) => `${label}: ${code(text)}`).join(' · '),
    '',
    ...(items.length === 0 ? [] : [...items, '']),
    ...(command === undefined ? [] : [...folded('Reproduce', codeBlock([command], 'sh')), '']),
  ]
}

function baselineLine(baseline: NonNullable<Report['baseline']>, report: Report): string {
  const { score, missing } = baseline
  const seeds = words.seedsInWords(report)
  const absent = missing.length === 0 ? '' : `; not rehearsed: ${missing.map(code).join(', ')}`
  return `Baseline: ${words.scoreInWords(score)}; ${words.changesInWords(baseline)}${absent}${seeds === undefined ? '' : `; ${plain(seeds)}`}`
}

function detailsOf(scenario: ScenarioReport): string[] {
  const { name, checks, herd, traffic = [], problem, program, unknownPaths } = scenario
  const { failed, warned, passed, unjudged } = words.byUrgency(checks)
  const notes = [
    unknownPaths && `unknown paths: ${words.unknownPathsInWords(unknownPaths)}`,
    words.unmatchedInWords(scenario, 'observations: '),
    herd && `herd: ${words.herdInWords(herd)}`,
    words.differencesInWords(scenario),
    ...traffic,
  ].flatMap((note) => (note === undefined ? [] : `- ${plain(note)}`))
  const items = [...[...failed, ...warned].map(itemOf), ...notes]
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
  const details = plain(words.detailsInWords(check, MAX_EVIDENCE))
  return `- ${verdict === 'fail' ? '**fail**' : verdict} ${level} ${code(id)}: ${plain(because)} (${details})`
}
