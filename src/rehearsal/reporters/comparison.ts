/** Differences between two reports as text, regressions first. */
import { columns } from '../../kit/text/columns.js'
import { wordWrap } from '../../kit/text/word-wrap.js'
import type { CheckReport, Report, ScenarioReport, VerdictChange } from '../report.js'
import {
  changesInWords,
  differencesInWords,
  isNotJudged,
  notJudgedInWords,
  seedsInWords,
  valueInWords,
} from '../words.js'
import { type Style, styleOf, type TextOptions } from './style.js'

const ORDER: readonly (VerdictChange | undefined)[] = ['worse', 'better', undefined, 'equal']

/** A block per scenario that differs, then a line each for the others. */
export function toComparison(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options)
  const { scenarios, baseline } = report
  const rank = ({ baseline }: ScenarioReport) => ORDER.indexOf(baseline?.change)
  const blocks = [...scenarios].sort((a, b) => rank(a) - rank(b)).map((scenario) => blockOf(scenario, style))
  const seeds = seedsInWords(report)
  const { missing = [], score = 0 } = baseline ?? {}
  const sum = [
    `score ${score ?? '-'} -> ${report.score ?? '-'}: ${baseline === undefined ? 'no baseline' : changesInWords(baseline)}`,
    ...(seeds === undefined ? [] : [seeds]),
    ...missing.map((name) => `${name}: only in the earlier report`),
  ]
  return `${[...blocks.filter((block) => block.includes('\n')), blocks.filter((block) => !block.includes('\n')).join('\n'), sum.join('\n')].filter(Boolean).join('\n\n')}\n`
}

function blockOf(scenario: ScenarioReport, style: Style): string {
  const { name, score, verdict, checks, baseline, problem } = scenario
  const { paint, width } = style
  if (baseline === undefined) return `${paint(name, 'strong')}  only in the later report`
  const head = `${paint(name, 'strong')}  ${changeWord(baseline.change, style)}  score ${baseline.score ?? '-'} -> ${score ?? '-'}`
  const silent = checks.filter(isNotJudged)
  const hasChanged = silent.some((check) => check.verdict !== check.baseline?.verdict)
  const changed = ORDER.slice(0, 2).flatMap((wanted) =>
    checks.filter(({ baseline }) => baseline?.change === wanted),
  )
  const rows = changed.map((check) => [
    changeWord(check.baseline?.change ?? 'equal', style),
    check.level,
    check.id,
    `${stateOf(check.baseline?.verdict ?? '', check.baseline?.measured ?? null, check)} -> ${stateOf(check.verdict, check.measured, check)}`,
  ])
  const lost = problem === undefined || baseline.change !== 'worse' ? [] : [`  ${verdict}: ${problem}`]
  const notes = [
    differencesInWords(scenario),
    hasChanged ? `not judged: ${notJudgedInWords(checks).join(', ')}` : undefined,
  ].flatMap((note) =>
    note === undefined ? [] : wordWrap(note, width - 2).map((line) => paint(`  ${line}`, 'quiet')),
  )
  const whole = silent.length === 0 || hasChanged ? head : `${head}, ${silent.length} not judged`
  return [whole, ...lost, ...columns(rows), ...notes].join('\n')
}

function changeWord(change: VerdictChange, { paint }: Style): string {
  return paint(change, change === 'worse' ? 'bad' : change === 'better' ? 'good' : 'quiet')
}

/** `warn 4 attempts`. */
function stateOf(verdict: string, measured: number | null, { unit }: CheckReport): string {
  return measured === null ? verdict : `${verdict} ${valueInWords(measured, unit)}`
}
