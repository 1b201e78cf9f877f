/** Markdown for a CI summary or a pull request comment. */
import { code, markdownTable, plain } from '../../formats/markdown.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { detailsInWords, herdInWords, idsWith, unmatchedInWords } from '../words.js'

const MAX_EVIDENCE = 10

export function toMarkdown({ verdict, score, scenarios, seed, gmxSim }: Report): string {
  const rows = scenarios.map(({ name, verdict, score, checks }) => [
    code(name),
    verdict === 'pass' ? 'pass' : `**${verdict}**`,
    String(score ?? '-'),
    idsWith(checks, 'fail').join(', '),
    idsWith(checks, 'warn').join(', '),
  ])
  return [
    `## Rehearsal: ${verdict}${score === null ? '' : `, ${score} of 100`}`,
    '',
    ...markdownTable(['scenario', 'verdict', 'score', 'failed', 'to improve'], rows, ['score']),
    '',
    ...scenarios.flatMap(detailsOf),
    `gmx-sim ${gmxSim}, seed ${code(seed)}`,
    '',
  ].join('\n')
}

function detailsOf(scenario: ScenarioReport): string[] {
  const { name, checks, herd, problem } = scenario
  const unmatched = unmatchedInWords(scenario)
  const items = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(itemOf)
  if (unmatched !== undefined) items.push(`- observations: ${unmatched}`)
  if (herd !== undefined) items.push(`- herd: ${plain(herdInWords(herd))}`)
  if (items.length === 0 && problem === undefined) return []
  return [
    `### ${plain(name)}`,
    '',
    ...(problem === undefined ? [] : [plain(problem), '']),
    ...(items.length === 0 ? [] : [...items, '']),
  ]
}

function itemOf(check: CheckReport): string {
  const { id, level, verdict, because } = check
  const details = plain(detailsInWords(check, MAX_EVIDENCE))
  return `- ${verdict === 'fail' ? '**fail**' : 'warn'} ${level} ${code(id)}: ${plain(because)} (${details})`
}
