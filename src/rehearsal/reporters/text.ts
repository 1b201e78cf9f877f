/** Text for a terminal or log: a card per scenario, failures first; and the differences between two reports, regressions first. */

import { isBeyond, rounded } from '../../grading/checks/define.js'
import { remedyInWords } from '../../grading/grade.js'
import { withoutCommands } from '../../kit/formats/workflow.js'
import { columns } from '../../kit/text/columns.js'
import { safeText } from '../../kit/text/terminal.js'
import { wordWrap } from '../../kit/text/words.js'
import {
  type CheckReport,
  isAllowed,
  type Report,
  type RunVerdict,
  type ScenarioReport,
  type Unit,
  type Verdict,
  type VerdictChange,
} from '../report.js'
import * as words from '../words.js'

export interface ReporterOptions {
  /** Columns; 100 by default. */
  readonly width?: number
  /** Colours of a terminal; off by default. */
  readonly colours?: boolean
  /** Returns the command that repeats the scenario with that index in the report. */
  readonly commandOf?: (index: number) => string
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

const MAX_EVIDENCE = 6

export function toText(report: Report, options: ReporterOptions = {}): string {
  const { length } = report.scenarios
  return textOf(report, options, length, length > 1 ? 0 : 1)
}

/** The card of the first failing scenario and a line for each other; the first scenario if none fails. */
export function toShortText(report: Report, options: ReporterOptions = {}): string {
  return safeText(textOf(report, options, 1, 1), options.colours)
}

/** A card for each of the first scenarios, and a table of those from one on. */
function textOf(report: Report, options: ReporterOptions, cardCount: number, tableFrom: number): string {
  const style = styleOf(options)
  const scenarios = words.scenariosByUrgency(report).map(([scenario]) => scenario)
  const cards = scenarios.slice(0, cardCount).map((scenario) => cardOf(scenario, report, style))
  const rows = scenarios.slice(tableFrom)
  const parts = [...cards, ...(rows.length > 0 ? [tableOf(rows, style)] : []), sumOf(report, style)]
  return withoutCommands(`${parts.join('\n\n')}\n`)
}

function sumOf(report: Report, { paint, width }: Style): string {
  const { verdict, seed, baseline } = report
  const seeds = words.seedsInWords(report)
  const [first, ...rest] = wordWrap(`${verdict.toUpperCase()}  ${words.runScoreInWords(report)}`, width)
  const lines = [
    `${verdictInWords(verdict, paint)}  ${first.slice(verdict.length).trimStart()}`,
    ...rest,
    ...wordWrap(`${words.outcomesInWords(report)}; seed ${seed}`, width),
  ]
  if (baseline === undefined) return lines.join('\n')
  const missing = baseline.missing.length === 0 ? '' : `  not rehearsed: ${baseline.missing.join(', ')}`
  const compared = `${words.scoreInWords(baseline.score)}  ${words.changesInWords(baseline)}`
  return [...lines, `baseline: ${compared}${missing}`, ...(seeds === undefined ? [] : [seeds])].join('\n')
}

const VERDICT_COLOURS = { pass: 'good', fail: 'bad', 'not proven': 'open', 'not exercised': 'warn' } as const

function verdictInWords(verdict: RunVerdict, paint: Style['paint']): string {
  return paint(verdict.toUpperCase(), verdict === 'cut short' ? 'warn' : VERDICT_COLOURS[verdict])
}

function cardOf(scenario: ScenarioReport, report: Report, style: Style): string {
  const { name, verdict, score, checks, program, phases, herd, traffic = [], unknownPaths } = scenario
  const { width, paint } = style
  const lasted = phases.at(-1)?.toMs ?? 0
  const head = `${paint(name, 'strong')}  ${verdictInWords(verdict, paint)}  ${words.scoreInWords(score)}${score === null ? '' : `, ${words.coverageInWords(scenario)}`}  ${paint(`${Math.round(lasted / 1000)} s`, 'quiet')}`
  const { failed, warned, passed, unjudged } = words.byUrgency(checks)
  const shown = [...failed, ...warned]
  const idWidth = Math.max(0, ...shown.map(({ id }) => id.length))
  const note = (text: string | undefined, label = '') =>
    text === undefined ? [] : indented(`${label}${text}`, width, 2)
  const option = verdict === 'not exercised' ? 'unexercised' : verdict === 'not proven' ? 'unproven' : ''
  const remedy = option === '' || isAllowed(verdict, report) ? '' : `; --allow-${option} accepts this`
  return [
    head,
    ...note(scenario.problem && `${scenario.problem}${remedy}`),
    ...shown.flatMap((check) => linesOf(check, idWidth, style)),
    ...note(unknownPaths && words.unknownPathsInWords(unknownPaths), 'unknown paths: '),
    ...(program.lastLines === undefined
      ? []
      : ['  last output:', ...program.lastLines.flatMap((line) => indented(line, width, 4))]),
    ...note(words.unmatchedInWords(scenario), 'observations: '),
    ...note(herd && words.herdInWords(herd), 'herd: '),
    ...traffic.flatMap((line) => note(line)),
    ...listed('passed', passed.filter(isWithin).map(valued), style),
    ...passed
      .filter((check) => !isWithin(check))
      .flatMap((check) => listed(`passed beyond its limit: ${valued(check)}`, [check.because], style)),
    ...inconclusiveLines(scenario, unjudged, style),
    ...SILENCES.flatMap((why) => listed(why, words.idsWith(unjudged, why), style)),
    ...baselineLines(checks, style),
    ...note(words.differencesInWords(scenario)),
    ...(program.log === null ? [] : [paint(`  log: ${program.log}`, 'quiet')]),
  ].join('\n')
}

const SILENCES: readonly Verdict[] = ['not exercised', 'not observable']

/** The option that decides several is named once. */
function inconclusiveLines(
  { remedy }: ScenarioReport,
  unjudged: readonly CheckReport[],
  style: Style,
): string[] {
  const suffix = remedy === undefined ? '' : remedyInWords(remedy)
  const checks = unjudged.filter(({ verdict }) => verdict === 'inconclusive')
  const decided = checks.filter(({ because }) => suffix !== '' && because.endsWith(suffix))
  const lines = checks.flatMap((check) => {
    const reason = decided.includes(check) ? check.because.slice(0, -suffix.length) : check.because
    return listed(`inconclusive: ${check.id}`, [reason], style)
  })
  const ids = decided.map(({ id }) => id)
  return [...lines, ...listed(`${remedy} would decide`, ids, style)]
}

/** Whether a pass meets its limit as measured: otherwise its sentence says why it passes. */
function isWithin({ measured, good, fails, unit }: CheckReport): boolean {
  if (measured === null) return true
  if (unit === 'ms') return !isBeyond(measured, good)
  return good > fails ? measured >= good : measured <= good
}

/** `answers-again 8 ms`, `no-flapping 1`. */
function valued({ id, measured, unit }: CheckReport): string {
  if (measured === null || unit === 'yes/no') return id
  return `${id} ${COUNTS.includes(unit) ? rounded(measured) : words.valueInWords(measured, unit)}`
}

const COUNTS: readonly Unit[] = ['requests', 'observations', 'returns']

function listed(label: string, items: readonly string[], { width, paint }: Style): string[] {
  if (items.length === 0) return []
  return indented(`${label}: ${items.join(', ')}`, width, 2).map((line) => paint(line, 'quiet'))
}

function baselineLines(checks: readonly CheckReport[], style: Style): string[] {
  const compared = checks.filter((check) => !words.isNotJudged(check))
  const lines = (['worse than', 'better than', 'equal to'] as const).flatMap((relation) => {
    const alike = compared.filter(({ baseline }) => baseline && relation.startsWith(baseline.change))
    const items = alike.map((check) => {
      const was = words.changeInWords(check).replace(/^\w+: /, '')
      return was === '' ? check.id : `${check.id} (${was})`
    })
    return listed(`${relation} the baseline`, items, style)
  })
  return [...lines, ...listed('not judged, here or in the baseline', words.notJudgedInWords(checks), style)]
}

const MARK_WIDTH = 4
const LEVEL_WIDTH = 6

function linesOf(check: CheckReport, idWidth: number, { width, paint }: Style): string[] {
  const { id, level, verdict, because } = check
  const [mark, colour] = verdict === 'fail' ? (['FAIL', 'bad'] as const) : (['warn', 'warn'] as const)
  const head = `  ${paint(mark.padEnd(MARK_WIDTH), colour)}  ${level.padEnd(LEVEL_WIDTH)}  ${id.padEnd(idWidth)}  `
  const indent = 2 + MARK_WIDTH + 2 + LEVEL_WIDTH + 2 + idWidth + 2
  const isNarrow = width - indent < MIN_WIDTH
  const text = `${because} (${words.detailsInWords(check, MAX_EVIDENCE)})`
  const lines = wordWrap(text, isNarrow ? width - 6 : width - indent)
  return isNarrow
    ? [head.trimEnd(), ...lines.map((line) => `      ${line}`)]
    : lines.map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${line}`)
}

function tableOf(scenarios: readonly ScenarioReport[], { paint }: Style): string {
  const rows = scenarios.map(({ name, verdict, score, checks }) => [
    verdictInWords(verdict, paint),
    String(score ?? '-').padStart(3),
    name,
    paint(words.idsWith(checks, 'fail').join(', '), 'quiet'),
  ])
  return columns(rows, '').join('\n')
}

function indented(text: string, width: number, by: number): string[] {
  return wordWrap(text, width - by).map((line) => ' '.repeat(by) + line)
}

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
  return withoutCommands(`${parts.filter(Boolean).join('\n\n')}\n`)
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
