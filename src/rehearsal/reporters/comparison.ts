/** Differences between two reports as text, regressions first. */
import { columns } from '../../kit/text/columns.js'
import { wordWrap } from '../../kit/text/words.js'
import type { CheckReport, Report, ScenarioReport, VerdictChange } from '../report.js'
import * as words from '../words.js'
import { type ReporterOptions, type Style, styleOf } from './style.js'

const ORDER: readonly (VerdictChange | undefined)[] = ['worse', 'better', undefined, 'equal']

/** A block per scenario that differs, then a line each for the others. */
export function toComparison(report: Report, options: ReporterOptions = {}): string {
  const style = styleOf(options)
  const { scenarios, baseline } = report
  const rank = ({ baseline }: ScenarioReport) => ORDER.indexOf(baseline?.change)
  const blocks = scenarios.toSorted((a, b) => rank(a) - rank(b)).map((scenario) => blockOf(scenario, style))
  const single = blocks.filter((block) => !block.includes('\n'))
  const seeds = words.seedsInWords(report)
  const { missing = [], score = 0 } = baseline ?? {}
  const sum = [
    `score ${score ?? '-'} -> ${report.score ?? '-'}: ${baseline === undefined ? 'no baseline' : words.changesInWords(baseline)}`,
    ...(seeds === undefined ? [] : [seeds]),
    ...missing.map((name) => `${name}: only in the earlier report`),
  ]
  const parts = [...blocks.filter((block) => block.includes('\n')), single.join('\n'), sum.join('\n')]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function blockOf(scenario: ScenarioReport, style: Style): string {
  const { name, score, verdict, checks, baseline, problem } = scenario
  const { paint, width } = style
  if (baseline === undefined) return `${paint(name, 'strong')}  only in the later report`
  const head = `${paint(name, 'strong')}  ${changeWord(baseline.change, style)}  score ${baseline.score ?? '-'} -> ${score ?? '-'}`
  const silent = checks.filter(words.isNotJudged)
  const hasChanged = silent.some((check) => check.verdict !== check.baseline?.verdict)
  const changed = ORDER.slice(0, 2).flatMap((wanted) =>
    checks.filter(({ baseline }) => baseline?.change === wanted),
  )
  const rows = changed.map((check) => [
    changeWord(check.baseline?.change ?? 'equal', style),
    check.level,
    check.id,
    `${stateOf(check, check.baseline)} -> ${stateOf(check)}`,
  ])
  const lost = problem === undefined || baseline.change !== 'worse' ? [] : [`  ${verdict}: ${problem}`]
  const notes = [
    words.differencesInWords(scenario),
    hasChanged ? `not judged: ${words.notJudgedInWords(checks).join(', ')}` : undefined,
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
function stateOf(
  { unit, ...check }: CheckReport,
  at: CheckReport['baseline'] | typeof check = check,
): string {
  const { verdict, measured } = at
  return measured === null ? verdict : `${verdict} ${words.valueInWords(measured, unit)}`
}
