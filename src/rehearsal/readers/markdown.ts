/** Markdown, for the summary of a CI step or a comment on a change. */
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { boundsInWords, evidenceInWords, herdInWords, valueInWords } from '../words.js'

const MOST_EVIDENCE = 10

export function toMarkdown({ verdict, score, scenarios, seed, gmxSim }: Report): string {
  const table = [
    '| scenario | verdict | score | failed | to improve |',
    '|---|---|---:|---|---|',
    ...scenarios.map((scenario) => `| ${rowOf(scenario).join(' | ')} |`),
  ]
  const details = scenarios.flatMap(detailsOf)
  return [
    `## Rehearsal: ${verdict}, ${score} of 100`,
    '',
    ...table,
    ...(details.length === 0 ? [] : ['', ...details]),
    '',
    `gmx-sim ${gmxSim}, seed ${code(seed)}`,
    '',
  ].join('\n')
}

function rowOf({ name, verdict, score, checks }: ScenarioReport): string[] {
  const ids = (wanted: string) => checks.filter((check) => check.verdict === wanted).map(({ id }) => id)
  return [
    code(name),
    verdict === 'pass' ? 'pass' : '**fail**',
    String(score),
    ids('fail').join(', '),
    ids('warn').join(', '),
  ]
}

function detailsOf({ name, checks, herd, problem }: ScenarioReport): string[] {
  const told = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  if (told.length === 0 && problem === undefined && herd === undefined) return []
  return [
    `### ${plain(name)}`,
    '',
    ...(problem === undefined ? [] : [plain(problem), '']),
    ...told.map(lineOf),
    ...(herd === undefined ? [] : [`- herd: ${plain(herdInWords(herd))}`]),
    ...(told.length === 0 && herd === undefined ? [] : ['']),
  ]
}

function lineOf(check: CheckReport): string {
  const { id, level, verdict, because, measured, unit } = check
  const evidence = evidenceInWords(check, MOST_EVIDENCE)
  const bounds = `${valueInWords(measured, unit)}; ${boundsInWords(check)}`
  return `- ${verdict === 'fail' ? '**fail**' : 'warn'} ${level} ${code(id)}: ${plain(because)} (${bounds}${evidence === '' ? '' : `; requests ${code(evidence)}`})`
}

/** Text in which no sign means anything. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, (sign) => `\\${sign}`).replace(/\s*\n\s*/g, ' ')
}

function code(text: string): string {
  return `\`${text.replace(/[`|\n]/g, ' ')}\``
}
