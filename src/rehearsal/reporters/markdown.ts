/** Markdown for a CI summary or a pull request comment: failures first, the rest folded. */
import { code, codeBlock, folded, markdownTable, plain } from '../../kit/formats/markdown.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import {
  byUrgency,
  changesInWords,
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

const MAX_EVIDENCE = 10

export function toMarkdown(report: Report): string {
  const { verdict, score, seed, gmxSim, baseline } = report
  const scenarios = scenariosByUrgency(report).map(([scenario]) => scenario)
  const rows = scenarios.map(({ name, verdict, score, checks, baseline: before }) => [
    code(name),
    verdict === 'pass' ? 'pass' : `**${verdict}**`,
    String(score ?? '-'),
    idsWith(checks, 'fail').join(', '),
    idsWith(checks, 'warn').join(', '),
    ...(baseline === undefined ? [] : [before?.change ?? 'new']),
  ])
  const head = ['scenario', 'verdict', 'score', 'failed', 'warned', ...(baseline ? ['baseline'] : [])]
  return [
    `## Rehearsal: ${verdict}${score === null ? '' : `, ${score} of 100`}`,
    '',
    ...markdownTable(head, rows, ['score']),
    '',
    ...(baseline === undefined ? [] : [...baselineLines(baseline, report), '']),
    ...scenarios.flatMap(detailsOf),
    `gmx-sim ${gmxSim}, seed ${code(seed)}`,
    '',
  ].join('\n')
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
