/** Text for a terminal or log. */
import { columns } from '../../core/columns.js'
import { wordWrap } from '../../core/word-wrap.js'
import type { CheckReport, Report, RunVerdict, ScenarioReport, Verdict } from '../report.js'
import { detailsInWords, herdInWords, idsWith, scoreInWords, unmatchedInWords } from '../words.js'

export interface TextOptions {
  /** Columns; 100 by default. */
  readonly width?: number
  /** Off by default. */
  readonly colours?: boolean
}

const MAX_WIDTH = 120
const MIN_WIDTH = 40
const MAX_EVIDENCE = 6

export function toText(report: Report, { width = 100, colours = false }: TextOptions = {}): string {
  const fitting = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))
  const paint: Paint = colours
    ? (text, colour) => text && `\u001b[${COLOURS[colour]}m${text}\u001b[0m`
    : (text) => text
  const { verdict, score, scenarios, seed } = report
  const parts = scenarios.map((scenario) => cardOf(scenario, fitting, paint))
  const passed = scenarios.filter((scenario) => scenario.verdict === 'pass').length
  const sum = `${verdictOf(verdict, paint)}  ${scoreInWords(score)}${score === null ? '' : ' of 100'}  ${passed} of ${scenarios.length} scenarios passed  seed ${seed}`
  return `${[...parts, ...(scenarios.length > 1 ? [tableOf(scenarios, paint)] : []), sum].join('\n\n')}\n`
}

type Colour = 'good' | 'warn' | 'bad' | 'quiet' | 'strong'
type Paint = (text: string, colour: Colour) => string

const COLOURS: Readonly<Record<Colour, string>> = {
  good: '32',
  warn: '33',
  bad: '31',
  quiet: '2',
  strong: '1',
}

const MARKS: Readonly<Record<Verdict, readonly [mark: string, colour: Colour]>> = {
  pass: ['pass', 'good'],
  warn: ['warn', 'warn'],
  fail: ['FAIL', 'bad'],
  inconclusive: ['few', 'quiet'],
  'not exercised': ['-', 'quiet'],
  'not observable': ['?', 'quiet'],
}

function verdictOf(verdict: RunVerdict, paint: Paint): string {
  return paint(verdict.toUpperCase(), VERDICT_COLOURS[verdict])
}

const VERDICT_COLOURS: Readonly<Record<RunVerdict, Colour>> = {
  pass: 'good',
  fail: 'bad',
  'not exercised': 'warn',
  'cut short': 'warn',
}

function cardOf(scenario: ScenarioReport, width: number, paint: Paint): string {
  const { name, verdict, score, checks, program, phases, herd, traffic = [], problem } = scenario
  const lasted = phases.at(-1)?.toMs ?? 0
  const unmatched = unmatchedInWords(scenario)
  const head = `${paint(name, 'strong')}  ${verdictOf(verdict, paint)}  ${scoreInWords(score)}  ${paint(`${Math.round(lasted / 1000)} s`, 'quiet')}`
  const judged = checks.filter(({ measured, verdict }) => measured !== null || verdict === 'fail')
  const others = checks.filter((check) => !judged.includes(check))
  const idWidth = Math.max(0, ...judged.map(({ id }) => id.length))
  return [
    head,
    ...(problem === undefined ? [] : indented(problem, width, 2)),
    ...judged.flatMap((check) => linesOf(check, idWidth, width, paint)),
    ...(unmatched === undefined ? [] : indented(`observations: ${unmatched}`, width, 2)),
    ...(herd === undefined ? [] : indented(`herd: ${herdInWords(herd)}`, width, 2)),
    ...traffic.flatMap((line) => indented(line, width, 2)),
    ...Object.entries(REASONS).flatMap(([why, words]) => {
      const ids = idsWith(others, why as Verdict)
      return ids.length === 0
        ? []
        : indented(`${words}: ${ids.join(', ')}`, width, 2).map((line) => paint(line, 'quiet'))
    }),
    ...(program.log === null ? [] : [paint(`  log: ${program.log}`, 'quiet')]),
  ].join('\n')
}

const REASONS: Readonly<Partial<Record<Verdict, string>>> = {
  inconclusive: 'too few samples',
  'not exercised': 'not exercised',
  'not observable': 'not observable',
}

const MARK_WIDTH = 4
const LEVEL_WIDTH = 6

function linesOf(check: CheckReport, idWidth: number, width: number, paint: Paint): string[] {
  const { id, level, verdict, because } = check
  const [mark, colour] = MARKS[verdict]
  const head = `  ${paint(mark.padEnd(MARK_WIDTH), colour)}  ${level.padEnd(LEVEL_WIDTH)}  ${id.padEnd(idWidth)}  `
  const indent = 2 + MARK_WIDTH + 2 + LEVEL_WIDTH + 2 + idWidth + 2
  const more = verdict === 'pass' ? '' : ` (${detailsInWords(check, MAX_EVIDENCE)})`
  const narrow = width - indent < MIN_WIDTH
  const lines = wordWrap(`${because}${more}`, narrow ? width - 6 : width - indent)
  return narrow
    ? [head.trimEnd(), ...lines.map((line) => `      ${line}`)]
    : lines.map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${line}`)
}

function tableOf(scenarios: readonly ScenarioReport[], paint: Paint): string {
  const rows = scenarios.map(({ name, verdict, score, checks }) => [
    verdictOf(verdict, paint),
    String(score ?? '-').padStart(3),
    name,
    paint(idsWith(checks, 'fail').join(', '), 'quiet'),
  ])
  return columns(rows, '').join('\n')
}

function indented(text: string, width: number, by: number): string[] {
  return wordWrap(text, width - by).map((line) => ' '.repeat(by) + line)
}
