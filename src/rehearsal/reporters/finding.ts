/** The worst finding on one Markdown page: a sentence, a chart, five requests, and the command that repeats it. */

import { timeInWords } from '../../grading/checks/define.js'
import { timelineEndMs } from '../../grading/phases.js'
import type { Timeline, TimelineRequest } from '../../grading/timeline.js'
import { code, codeBlock, markdownTable, plain } from '../../kit/formats/markdown.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { findingsIn } from '../findings.js'
import type { CheckReport, Report } from '../report.js'
import { boundsInWords, changeInWords, sentence, unknownPathsInWords, valueInWords } from '../words.js'
import type { ReporterOptions } from './style.js'
import { textChart } from './text-chart.js'

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
  const { name, program, unknownPaths } = scenario
  const timeline = timelines.at(index)
  const requests = timeline === undefined ? [] : requestsFor(check, timeline)
  return [
    ...(check === undefined
      ? [
          `# ${plain(name)}: ${scenario.verdict === 'fail' ? 'nothing could be judged' : scenario.verdict}`,
          '',
          plain(sentence(scenario.problem ?? scenario.verdict)),
        ]
      : [`# ${plain(name)}: ${code(check.id)} ${verbOf(check)}`, '', ...sentencesOf(check)]),
    '',
    ...(timeline === undefined || timeline.requests.length === 0
      ? []
      : ['## Requests over time', '', ...codeBlock(textChart(timeline)), '']),
    ...(requests.length === 0
      ? []
      : ['## Requests', '', ...tableOf(requests, timelineEndMs(timeline as Timeline)), '']),
    ...(unknownPaths === undefined ? [] : [`Unknown paths: ${plain(unknownPathsInWords(unknownPaths))}`, '']),
    ...(program.lastLines === undefined ? [] : ['## Last output', '', ...codeBlock(program.lastLines), '']),
    ...(commandOf === undefined ? [] : ['## Reproduce', '', ...codeBlock([commandOf(index)], 'sh'), '']),
    `gmx-sim ${gmxSim}, seed ${code(seed)}`,
    '',
  ].join('\n')
}

function verbOf({ verdict }: CheckReport): string {
  return verdict === 'fail' ? 'fails' : 'warns'
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
function requestsFor(check: CheckReport | undefined, { requests }: Timeline): readonly TimelineRequest[] {
  const wanted = new Set(check?.evidence.slice(0, MAX_REQUESTS))
  const chosen = requests.filter(({ n }) => wanted.has(n))
  const [first] = chosen
  if (first === undefined) return requests.slice(-MAX_REQUESTS)
  const next = requests.filter(
    ({ n, asked }) => !wanted.has(n) && n > first.n && asked.question === first.asked.question,
  )
  return [...chosen, ...next.slice(0, MAX_REQUESTS - chosen.length)].sort((a, b) => a.n - b.n)
}

function tableOf(requests: readonly TimelineRequest[], overMs: number): string[] {
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
