/** The worst finding on one Markdown page: a sentence, a chart, five requests, and the command that repeats it. */

import { timeInWords } from '../../grading/checks/define.js'
import { timelineEndMs } from '../../grading/phases.js'
import type { Requests, Timeline } from '../../grading/timeline.js'
import { code, codeBlock, markdownTable, plain } from '../../kit/formats/markdown.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { findingsIn } from '../head.js'
import { textChart } from '../lanes.js'
import type { CheckReport, Report } from '../report.js'
import { boundsInWords, changeInWords, sentence, unknownPathsInWords, valueInWords } from '../words.js'
import type { ReporterOptions } from './style.js'

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
    `${timeInWords((endMs ?? overMs) - atMs)}${end === 'answered' ? '' : end === 'given-up' ? ', given up' : ', open'}`,
  ])
  return markdownTable(['request', 'at', 'base', 'query', 'outcome', 'took'], rows, ['request'])
}
