/** Text for a terminal or log: a card per scenario, failures first. */

import { isBeyond } from '../../grading/checks/bounds.js'
import { columns } from '../../kit/text/columns.js'
import { wordWrap } from '../../kit/text/word-wrap.js'
import {
  type CheckReport,
  isAllowed,
  type Report,
  type RunVerdict,
  type ScenarioReport,
  type Unit,
  type Verdict,
} from '../report.js'
import {
  byUrgency,
  changeInWords,
  changesInWords,
  coverageInWords,
  detailsInWords,
  differencesInWords,
  herdInWords,
  idsWith,
  isNotJudged,
  notJudgedInWords,
  outcomesInWords,
  remedyInWords,
  rounded,
  runScoreInWords,
  scenariosByUrgency,
  scoreInWords,
  seedsInWords,
  unknownPathsInWords,
  unmatchedInWords,
  valueInWords,
} from '../words.js'
import { type Colour, MIN_WIDTH, type Style, styleOf, type TextOptions } from './style.js'

const MAX_EVIDENCE = 6

export function toText(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options)
  const scenarios = scenariosByUrgency(report).map(([scenario]) => scenario)
  const cards = scenarios.map((scenario) => cardOf(scenario, report, style))
  const table = scenarios.length > 1 ? [tableOf(scenarios, style)] : []
  return `${[...cards, ...table, sumOf(report, style)].join('\n\n')}\n`
}

/** The card of the first failing scenario and a line for each other; the first scenario if none fails. */
export function toShortText(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options)
  const [first, ...others] = scenariosByUrgency(report).map(([scenario]) => scenario)
  const cards = first === undefined ? [] : [cardOf(first, report, style)]
  const table = others.length > 0 ? [tableOf(others, style)] : []
  return `${[...cards, ...table, sumOf(report, style)].join('\n\n')}\n`
}

function sumOf(report: Report, { paint, width }: Style): string {
  const { verdict, seed, baseline } = report
  const seeds = seedsInWords(report)
  const [first, ...rest] = wordWrap(`${verdict.toUpperCase()}  ${runScoreInWords(report)}`, width)
  const head = [
    `${verdictInWords(verdict, paint)}  ${first.slice(verdict.length).trimStart()}`,
    ...rest,
    ...wordWrap(`${outcomesInWords(report)}; seed ${seed}`, width),
  ].join('\n')
  if (baseline === undefined) return head
  const missing = baseline.missing.length === 0 ? '' : `  not rehearsed: ${baseline.missing.join(', ')}`
  return `${head}\nbaseline: ${scoreInWords(baseline.score)}  ${changesInWords(baseline)}${missing}${seeds === undefined ? '' : `\n${seeds}`}`
}

const VERDICT_COLOURS: Readonly<Record<RunVerdict, Colour>> = {
  pass: 'good',
  fail: 'bad',
  'not proven': 'open',
  'not exercised': 'warn',
  'cut short': 'warn',
}

function verdictInWords(verdict: RunVerdict, paint: Style['paint']): string {
  return paint(verdict.toUpperCase(), VERDICT_COLOURS[verdict])
}

function cardOf(scenario: ScenarioReport, report: Report, style: Style): string {
  const {
    name,
    verdict,
    score,
    checks,
    program,
    phases,
    herd,
    traffic = [],
    problem,
    unknownPaths,
  } = scenario
  const { width, paint } = style
  const unmatched = unmatchedInWords(scenario)
  const differences = differencesInWords(scenario)
  const lasted = phases.at(-1)?.toMs ?? 0
  const head = `${paint(name, 'strong')}  ${verdictInWords(verdict, paint)}  ${scoreInWords(score)}${score === null ? '' : `, ${coverageInWords(scenario)}`}  ${paint(`${Math.round(lasted / 1000)} s`, 'quiet')}`
  const { failed, warned, passed, unjudged } = byUrgency(checks)
  const shown = [...failed, ...warned]
  const idWidth = Math.max(0, ...shown.map(({ id }) => id.length))
  const note = (text: string) => indented(text, width, 2)
  const option = verdict === 'not exercised' ? 'unexercised' : verdict === 'not proven' ? 'unproven' : ''
  const remedy = option === '' || isAllowed(verdict, report) ? '' : `; --allow-${option} accepts this`
  return [
    head,
    ...(problem === undefined ? [] : note(`${problem}${remedy}`)),
    ...shown.flatMap((check) => linesOf(check, idWidth, style)),
    ...(unknownPaths === undefined ? [] : note(`unknown paths: ${unknownPathsInWords(unknownPaths)}`)),
    ...(program.lastLines === undefined
      ? []
      : ['  last output:', ...program.lastLines.flatMap((line) => indented(line, width, 4))]),
    ...(unmatched === undefined ? [] : note(`observations: ${unmatched}`)),
    ...(herd === undefined ? [] : note(`herd: ${herdInWords(herd)}`)),
    ...traffic.flatMap(note),
    ...listed('passed', passed.filter(isWithin).map(valued), style),
    ...passed
      .filter((check) => !isWithin(check))
      .flatMap((check) => listed(`passed beyond its limit: ${valued(check)}`, [check.because], style)),
    ...inconclusiveLines(scenario, unjudged, style),
    ...Object.entries(REASONS).flatMap(([why, words]) =>
      listed(words, idsWith(unjudged, why as Verdict), style),
    ),
    ...baselineLines(checks, style),
    ...(differences === undefined ? [] : note(differences)),
    ...(program.log === null ? [] : [paint(`  log: ${program.log}`, 'quiet')]),
  ].join('\n')
}

const REASONS: Readonly<Partial<Record<Verdict, string>>> = {
  'not exercised': 'not exercised',
  'not observable': 'not observable',
}

/** The option that decides several is named once. */
function inconclusiveLines(
  { remedy }: ScenarioReport,
  unjudged: readonly CheckReport[],
  style: Style,
): string[] {
  const suffix = remedy === undefined ? '' : remedyInWords(remedy)
  const checks = unjudged.filter(({ verdict }) => verdict === 'inconclusive')
  const decided = checks.filter(({ because }) => suffix !== '' && because.endsWith(suffix))
  return [
    ...checks.flatMap((check) => {
      const { id, because } = check
      const reason = decided.includes(check) ? because.slice(0, -suffix.length) : because
      return listed(`inconclusive: ${id}`, [reason], style)
    }),
    ...listed(
      `${remedy} would decide`,
      decided.map(({ id }) => id),
      style,
    ),
  ]
}

/** Whether a pass meets its limit as measured: otherwise its sentence says why it passes. */
function isWithin({ measured, good, fails, unit }: CheckReport): boolean {
  if (measured === null) return true
  if (unit === 'ms') return !isBeyond(measured, good)
  return good > fails ? measured >= good : measured <= good
}

/** `answers-again 8 ms`, `attempts 2`. */
function valued({ id, measured, unit }: CheckReport): string {
  if (measured === null || unit === 'yes/no') return id
  return `${id} ${COUNTS.includes(unit) ? rounded(measured) : valueInWords(measured, unit)}`
}

const COUNTS: readonly Unit[] = ['requests', 'observations', 'attempts']

function listed(words: string, items: readonly string[], { width, paint }: Style): string[] {
  if (items.length === 0) return []
  return indented(`${words}: ${items.join(', ')}`, width, 2).map((line) => paint(line, 'quiet'))
}

function baselineLines(checks: readonly CheckReport[], style: Style): string[] {
  const having = (wanted: string) => checks.filter(({ baseline }) => baseline?.change === wanted)
  const changed = (check: CheckReport) => `${check.id} (${changeInWords(check).replace(/^\w+: /, '')})`
  return [
    ...listed('worse than the baseline', having('worse').map(changed), style),
    ...listed('better than the baseline', having('better').map(changed), style),
    ...listed(
      'equal to the baseline',
      having('equal')
        .filter((check) => !isNotJudged(check))
        .map(({ id }) => id),
      style,
    ),
    ...listed('not judged, here or in the baseline', notJudgedInWords(checks), style),
  ]
}

const MARKS: Readonly<Partial<Record<Verdict, readonly [mark: string, colour: Colour]>>> = {
  warn: ['warn', 'warn'],
  fail: ['FAIL', 'bad'],
}
const MARK_WIDTH = 4
const LEVEL_WIDTH = 6

function linesOf(check: CheckReport, idWidth: number, { width, paint }: Style): string[] {
  const { id, level, verdict, because } = check
  const [mark, colour] = MARKS[verdict] ?? ['-', 'quiet']
  const head = `  ${paint(mark.padEnd(MARK_WIDTH), colour)}  ${level.padEnd(LEVEL_WIDTH)}  ${id.padEnd(idWidth)}  `
  const indent = 2 + MARK_WIDTH + 2 + LEVEL_WIDTH + 2 + idWidth + 2
  const isNarrow = width - indent < MIN_WIDTH
  const text = `${because} (${detailsInWords(check, MAX_EVIDENCE)})`
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
    paint(idsWith(checks, 'fail').join(', '), 'quiet'),
  ])
  return columns(rows, '').join('\n')
}

function indented(text: string, width: number, by: number): string[] {
  return wordWrap(text, width - by).map((line) => ' '.repeat(by) + line)
}
