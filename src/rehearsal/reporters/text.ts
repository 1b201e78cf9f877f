/** Text for a terminal or log: the summary, and of a single scenario its other checks; and the differences between two reports, regressions first. */

import { rounded } from '../../grading/checks/define.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { columns } from '../../kit/text/columns.js'
import { pluralize, wordWrap } from '../../kit/text/words.js'
import type {
  CheckReport,
  Report,
  RunVerdict,
  ScenarioReport,
  Unit,
  Verdict,
  VerdictChange,
} from '../report.js'
import { type Change, summaryOf } from '../summary.js'
import { evidenceLines, noteLines, titleOf } from '../summary-words.js'
import * as words from '../words.js'

export interface ReporterOptions {
  /** Columns; 100 by default. */
  readonly width?: number
  /** Colours of a terminal; off by default. */
  readonly colours?: boolean
  /** Returns the command that repeats the scenario with that index in the report; `isBrief` leaves out the program. */
  readonly commandOf?: (index: number, isBrief?: boolean) => string
  /** Source of more details; ends the last line. */
  readonly hint?: string
}

const MAX_WIDTH = 120
const MIN_WIDTH = 40

const COLOURS = { good: 32, warn: 33, bad: 31, open: 35, quiet: 2, strong: 1 }
type Colour = keyof typeof COLOURS
type Style = ReturnType<typeof styleOf>

function styleOf({ width = 100, colours = false }: ReporterOptions) {
  const paint = (text: string, colour: Colour) =>
    colours && text !== '' ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text
  return { width: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)), paint }
}

/** Changes with all their evidence; of each other one, its places. */
const MAX_WITH_EVIDENCE = 5

export function toText(report: Report, options: ReporterOptions = {}): string {
  const style = styleOf(options)
  const { changes } = summaryOf(report)
  const [scenario, ...others] = report.scenarios
  const parts = [
    headLine(report, style),
    changes.flatMap((change, index) => [
      ...headOfChange(change, index + 1, style),
      ...detailsOf(change, style, options).slice(0, index < MAX_WITH_EVIDENCE ? undefined : 1),
    ]),
    outputLines(report, style),
    noteLines(report).flatMap((note) => wordWrap(note, style.width)),
    others.length > 0 || scenario === undefined ? [] : otherChecks(scenario, style),
    [style.paint([`seed: ${report.seed}`, ...(options.hint ? [options.hint] : [])].join('   '), 'quiet')],
  ]
  return withoutCommands(`${parts.flat().join('\n')}\n`)
}

function headLine(report: Report, { paint }: Style): string {
  const open = summaryOf(report).changes.length
  const outcome = words.verdictInWords(report.verdict, open)
  const rest = titleOf(report)
    .slice(outcome.length + 2)
    .split(', ')
  const changes = report.verdict === 'pass' || open === 0 ? [] : [pluralize(open, 'change')]
  const verdict = outcome.replace(report.verdict, (word) => word.toUpperCase())
  return [paint(verdict, colourOf(report.verdict, open)), ...changes, ...rest].join('   ')
}

function colourOf(verdict: RunVerdict, open: number): Colour {
  if (verdict === 'pass') return open > 0 ? 'warn' : 'good'
  return verdict === 'fail' ? 'bad' : verdict === 'not proven' ? 'open' : 'warn'
}

const LEVEL_WIDTH = 6
const INDENT = ' '.repeat(2 + 2 + LEVEL_WIDTH + 2)

function headOfChange(
  { level, verdict, sentence }: Change,
  number: number,
  { paint, width }: Style,
): string[] {
  const [first = '', ...rest] = wordWrap(sentence, width - INDENT.length)
  const mark = paint(level.padEnd(LEVEL_WIDTH), verdict === 'fail' ? 'bad' : 'warn')
  return [
    `${`${number}`.padStart(2)}  ${mark}  ${paint(first, 'strong')}`,
    ...rest.map((line) => INDENT + line),
  ]
}

/** The command is not wrapped, so that it can be copied. */
function detailsOf(change: Change, { width }: Style, { commandOf }: ReporterOptions): string[] {
  const lines = evidenceLines(change).flatMap((line) => wordWrap(line, width - INDENT.length))
  const again = commandOf === undefined ? [] : [`again: ${commandOf(change.worst.index, true)}`]
  return [...lines, ...again].map((line) => INDENT + line)
}

const MAX_OUTPUT = 10

/** The end of the output of the first program that died. */
function outputLines({ scenarios }: Report, { width, paint }: Style): string[] {
  const { name, program } = scenarios.find((one) => one.program.lastLines !== undefined) ?? {}
  const lines = (program?.lastLines ?? []).slice(-MAX_OUTPUT).flatMap((line) => wordWrap(line, width - 4))
  if (lines.length === 0) return []
  const log = program?.log ? [paint(`    log: ${program.log}`, 'quiet')] : []
  return [`last output in ${name}:`, ...lines.slice(-MAX_OUTPUT).map((line) => `    ${line}`), ...log]
}

/** Of a single scenario: passed, and not judged. */
function otherChecks({ checks }: ScenarioReport, style: Style): string[] {
  const { passed, unjudged } = words.byUrgency(checks)
  const undecided = unjudged.filter(({ verdict }) => verdict === 'inconclusive')
  return [
    ...listed('passed', passed.map(valued), style),
    ...undecided.flatMap(({ id, because }) => listed(`inconclusive: ${id}`, [because], style)),
    ...SILENCES.flatMap((why) => listed(why, words.idsWith(unjudged, why), style)),
  ]
}

const SILENCES: readonly Verdict[] = ['not exercised', 'not observable']

/** `answers-again 8 ms`, `no-flapping 1`. */
function valued({ id, measured, unit }: CheckReport): string {
  if (measured === null || unit === 'yes/no') return id
  return `${id} ${COUNTS.includes(unit) ? rounded(measured) : words.valueInWords(measured, unit)}`
}

const COUNTS: readonly Unit[] = ['requests', 'observations', 'returns']

function listed(label: string, items: readonly string[], { width, paint }: Style): string[] {
  if (items.length === 0) return []
  return wordWrap(`${label}: ${items.join(', ')}`, width).map((line) => paint(line, 'quiet'))
}

const ORDER: readonly (VerdictChange | undefined)[] = ['worse', 'better', undefined, 'equal']

/** A block per scenario that differs, then a line each for the others. */
export function toComparison(report: Report, options: ReporterOptions = {}): string {
  const style = styleOf(options)
  const { scenarios, baseline } = report
  const rank = ({ baseline }: ScenarioReport) => ORDER.indexOf(baseline?.change)
  const notCompared = baseline?.notCompared ?? []
  const blocks = scenarios
    .toSorted((a, b) => rank(a) - rank(b))
    .map((scenario) => blockOf(scenario, style, notCompared.includes(scenario.name)))
  const single = blocks.filter((block) => !block.includes('\n'))
  const seeds = words.originsInWords(report)
  const { missing = [], score = 0 } = baseline ?? {}
  const sum = [
    `score ${score ?? '-'} -> ${report.score ?? '-'}: ${baseline === undefined ? 'no baseline' : words.changesInWords(baseline)}`,
    ...(seeds === undefined ? [] : [seeds]),
    ...missing.map((name) => `${name}: only in the earlier report`),
  ]
  const parts = [...blocks.filter((block) => block.includes('\n')), single.join('\n'), sum.join('\n')]
  return withoutCommands(`${parts.filter(Boolean).join('\n\n')}\n`)
}

function blockOf(scenario: ScenarioReport, style: Style, isCutShort: boolean): string {
  const { name, score, verdict, checks, baseline, problem } = scenario
  const { paint, width } = style
  const alone = isCutShort ? 'not compared: cut short in one of the reports' : 'only in the later report'
  if (baseline === undefined) return `${paint(name, 'strong')}  ${alone}`
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
