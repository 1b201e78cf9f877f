/** Markdown: a CI summary or pull request comment, scenarios folded; and the first change on one page. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Requests, Timeline } from '../../grading/timeline.js'
import { code, codeBlock, folded, markdownTable, plain } from '../../kit/formats/markdown.js'
import { durationInWords } from '../../kit/text/duration.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { headOf, type ReportHead } from '../head.js'
import { textChart } from '../lanes.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { summaryOf } from '../summary.js'
import { evidenceLines, titleOf } from '../summary-words.js'
import * as words from '../words.js'
import { sentence } from '../words.js'
import type { ReporterOptions } from './text.js'

export function toMarkdown(
  report: Report,
  timelines: readonly Timeline[] = [],
  options: Pick<ReporterOptions, 'commandOf'> = {},
): string {
  const { title, facts, changes, notes } = headOf(report, timelines, options)
  const scenarios = words.scenariosByUrgency(report).map(([scenario]) => scenario)
  return [
    `## ${plain(title)}`,
    '',
    ...changes.flatMap((change, index) => [...changeLines(change, index + 1), '']),
    ...notes.map((note) => `- ${plain(note)}`),
    '',
    facts.map(([label, text]) => `${plain(label)}: ${code(text)}`).join(' · '),
    '',
    ...folded('Scenarios', [...tableOfScenarios(scenarios, report), ...scenarios.flatMap(outputOf)]),
    '',
  ].join('\n')
}

function changeLines(change: ReportHead['changes'][number], number: number): string[] {
  const { level, sentence, verdict, again } = change
  const command = again === undefined ? [] : ['', ...codeBlock([again], 'sh').map((line) => `   ${line}`)]
  return [
    `${number}. **${level}${verdict === 'fail' ? '' : ', warning'}: ${plain(sentence)}**`,
    ...evidenceLines(change).map((line) => `   - ${plain(line)}`),
    ...command,
  ]
}

function tableOfScenarios(scenarios: readonly ScenarioReport[], { baseline }: Report): string[] {
  const rows = scenarios.map(({ name, verdict, score, checks, baseline: before }) => [
    code(name),
    words.verdictInWords(verdict, checks.filter(words.isOpen).length),
    score === null ? '' : String(score),
    words.idsWith(checks, 'fail').join(', '),
    words.idsWith(checks, 'warn').join(', '),
    ...(baseline === undefined
      ? []
      : [before?.change ?? (baseline.notCompared.includes(name) ? 'not compared' : 'new')]),
  ])
  const columns = ['scenario', 'verdict', 'score', 'failed', 'warned']
  return markdownTable(baseline === undefined ? columns : [...columns, 'baseline'], rows, ['score'])
}

/** The end of the output of programs that died. */
function outputOf({ name, program }: ScenarioReport): string[] {
  return program.lastLines === undefined
    ? []
    : ['', `Last output in ${code(name)}:`, '', ...codeBlock(program.lastLines)]
}

const MAX_REQUESTS = 5

/** The first change, with its worst case: a chart, and five requests. */
export function writeFinding(
  report: Report,
  timelines: readonly Timeline[],
  { commandOf }: ReporterOptions = {},
): string {
  const { seed, gmxSim } = report
  const [change] = summaryOf(report).changes
  const unjudged = report.scenarios.findIndex(({ problem }) => problem !== undefined)
  const index = change?.worst.index ?? unjudged
  const origin = `gmx-sim ${gmxSim}, seed ${code(seed)}`
  if (index < 0)
    return `# ${plain(`Rehearsal: ${titleOf(report)}`)}\n\nNo check failed or warned.\n\n${origin}\n`
  const { name, verdict, program, problem = '', unknownPaths } = report.scenarios[index]!
  const timeline = timelines.at(index)
  const hasRequests = timeline !== undefined && timeline.requests.length > 0
  const check = change?.worst.check
  const sections: [title: string, lines: readonly string[] | undefined][] = [
    change === undefined
      ? [`# ${plain(`${name}: ${verdict}`)}`, [plain(sentence(problem))]]
      : [`# ${plain(change.sentence)}`, evidenceLines(change).map((line) => `- ${plain(line)}`)],
    ['', check && [`${code(check.id)}, ${check.level}: ${plain(words.detailsInWords(check, MAX_REQUESTS))}`]],
    [`## ${plain(name)}: requests over time`, hasRequests ? codeBlock(textChart(timeline)) : undefined],
    ['## Requests', hasRequests ? tableOf(requestsFor(check, timeline), timelineEndMs(timeline)) : undefined],
    ['', unknownPaths && [`Unknown paths: ${plain(words.unknownPathsInWords(unknownPaths))}`]],
    ['## Last output', program.lastLines && codeBlock(program.lastLines)],
    ['## Reproduce', commandOf && codeBlock([commandOf(index)], 'sh')],
    ['', [origin]],
  ]
  return sections
    .flatMap(([title, lines]) => (lines === undefined ? [] : [title, lines.join('\n')]))
    .flatMap((part) => (part === '' ? [] : `${part}\n`))
    .join('\n')
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
