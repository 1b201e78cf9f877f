/** Markdown: a CI summary or pull request comment, failures first, the rest folded; and the worst finding on one page. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Requests, Timeline } from '../../grading/timeline.js'
import { code, codeBlock, folded, markdownTable, plain } from '../../kit/formats/markdown.js'
import { durationInWords } from '../../kit/text/duration.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { findingsIn, headOf, type ReportHead } from '../head.js'
import { textChart } from '../lanes.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import * as words from '../words.js'
import { boundsInWords, changeInWords, sentence, unknownPathsInWords, valueInWords } from '../words.js'
import type { ReporterOptions } from './text.js'

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
    facts.map(([label, text]) => `${plain(label)}: ${code(text)}`).join(' · '),
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

const MAX_REQUESTS = 5

export function writeFinding(
  report: Report,
  timelines: readonly Timeline[],
  { commandOf }: ReporterOptions = {},
): string {
  const { seed, gmxSim, verdict, score } = report
  const [found] = findingsIn(report)
  if (found === undefined)
    return `# Rehearsal: ${verdict}${score === null ? '' : `, ${score} of 100`}\n\nNo check failed or warned.\n\ngmx-sim ${gmxSim}, seed ${code(seed)}\n`
  const { index, scenario, check } = found
  const { name, program, problem = scenario.verdict, unknownPaths } = scenario
  const timeline = timelines.at(index)
  const hasRequests = timeline !== undefined && timeline.requests.length > 0
  const verb = check?.verdict === 'fail' ? 'fails' : 'warns'
  const unjudged = scenario.verdict === 'fail' ? 'nothing could be judged' : scenario.verdict
  const sections: [title: string, lines: readonly string[] | undefined][] = [
    [`# ${plain(name)}: ${check === undefined ? unjudged : `${code(check.id)} ${verb}`}`, []],
    ['', check === undefined ? [plain(sentence(problem))] : sentencesOf(check)],
    ['## Requests over time', hasRequests ? codeBlock(textChart(timeline)) : undefined],
    ['## Requests', hasRequests ? tableOf(requestsFor(check, timeline), timelineEndMs(timeline)) : undefined],
    ['', unknownPaths && [`Unknown paths: ${plain(unknownPathsInWords(unknownPaths))}`]],
    ['## Last output', program.lastLines && codeBlock(program.lastLines)],
    ['## Reproduce', commandOf && codeBlock([commandOf(index)], 'sh')],
    ['', [`gmx-sim ${gmxSim}, seed ${code(seed)}`]],
  ]
  return sections
    .flatMap(([title, lines]) => (lines === undefined ? [] : [title, lines.join('\n')]))
    .flatMap((part) => (part === '' ? [] : `${part}\n`))
    .join('\n')
}

function sentencesOf(check: CheckReport): string[] {
  const { because, level, measured, unit } = check
  const change = changeInWords(check)
  const value = valueInWords(measured, unit)
  const details = [measured === null ? value : `measured ${value}`, boundsInWords(check), change].filter(
    Boolean,
  )
  return [plain(sentence(because)), '', plain(`${level}: ${details.join('; ')}.`)]
}

/** The evidence, filled up with the next requests of the same query; without evidence the last requests. */
function requestsFor(check: CheckReport | undefined, { requests }: Timeline): Requests {
  const wanted = new Set(check?.evidence.slice(0, MAX_REQUESTS))
  const chosen = requests.filter(({ n }) => wanted.has(n))
  const [first] = chosen
  if (first === undefined) return requests.slice(-MAX_REQUESTS)
  const next = requests.filter(
    ({ n, asked }) => !wanted.has(n) && n > first.n && asked.question === first.asked.question,
  )
  return [...chosen, ...next.slice(0, MAX_REQUESTS - chosen.length)].sort((a, b) => a.n - b.n)
}

function tableOf(requests: Requests, overMs: number): string[] {
  const rows = requests.map(({ n, asked, fate, atMs, endMs, end }) => [
    `${n}`,
    `${(atMs / 1000).toFixed(3)} s`,
    code(basePrefix(asked.network, asked.base)),
    code(`${asked.method} ${asked.url}`),
    plain([fate.status, fate.outcome, fate.rule && `by rule ${fate.rule}`].filter(Boolean).join(' ')),
    `${durationInWords((endMs ?? overMs) - atMs)}${end === 'answered' ? '' : end === 'given-up' ? ', given up' : ', open'}`,
  ])
  return markdownTable(['request', 'at', 'base', 'query', 'outcome', 'took'], rows, ['request'])
}
