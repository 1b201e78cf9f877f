/** A scenario as text: settings, prices, and a timeline of rules and market moves. */

import type { Check } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import { formatDuration } from '../kit/text/duration.js'
import { wordWrap } from '../kit/text/word-wrap.js'
import { eventSpanOf, ruleSpanOf } from './active-spans.js'
import { isRelative } from './current-base.js'
import { pricesInWords } from './describe-prices.js'
import { settingsIn } from './describe-settings.js'
import type { ScenarioEvent } from './events.js'
import type { Expected } from './expect.js'
import type { Rule, Scenario } from './schema.js'

/** Deterministic text of a scenario. `source` names it if it has no name. */
export function explainScenario(scenario: Scenario, source: string): string {
  const { name, description, rules = [], events = [] } = scenario
  const lines = [
    ...rules.map((rule, index) => lineOfRule(rule, index)),
    ...events.flatMap((event) => linesOfEvent(event)),
  ].sort((a, b) => a.fromMs - b.fromMs || a.kind - b.kind)
  const parts = [
    [name ?? source, ...(description === undefined ? [] : wordWrap(description.trim(), WIDTH))].join('\n'),
    ...settingsOf(scenario),
    ...pricesIn(scenario),
    ...(lines.length > 0 ? [timeline(lines)] : scenario.prices === undefined ? [EMPTY_SCENARIO] : []),
    ...(rules.length > 1 ? [ORDER] : []),
    ...(rules.some(({ match }) => match?.base?.some(isRelative))
      ? [wordWrap(CURRENT, WIDTH).join('\n')]
      : []),
    ...expectedIn(scenario),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Prices, as at most one section. */
function pricesIn({ prices }: Scenario): string[] {
  if (prices === undefined || prices.size === 0) return []
  return [['Prices:', ...pricesInWords(prices).map((line) => `  ${line}`)].join('\n')]
}

const WIDTH = 100
const EMPTY_SCENARIO = 'Nothing happens: it has no rules and no events.'
const CURRENT =
  'The current base is the one that served the most answers in the 10 s before the scenario was loaded, or the primary if none did.'
const ORDER = 'If several rules match and fire at once, the first one wins.'

/** A line of the timeline, in virtual ms since the scenario was loaded. */
interface TimelineLine {
  readonly fromMs: number
  /** Infinity if open-ended; equal to `fromMs` if instantaneous. */
  readonly untilMs: number
  /** Rules sort before events of the same time. */
  readonly kind: 0 | 1
  readonly who: string
  readonly what: readonly string[]
}

function lineOfRule(rule: Rule, index: number): TimelineLine {
  const { fromMs, untilMs, id, match, what } = ruleSpanOf(rule, index)
  return { fromMs, untilMs, kind: 0, who: `${index + 1} ${id}`, what: [match, what] }
}

function linesOfEvent(event: ScenarioEvent): TimelineLine[] {
  const { assets, parts } = eventSpanOf(event)
  const who = assets.length === 0 ? 'chain' : assets.includes('*') ? 'every asset' : assets.join(', ')
  return parts.map(({ fromMs, untilMs, what }) => ({ fromMs, untilMs, kind: 1, who, what: [what] }))
}

/** Seed, clock and dialect, as at most one section. */
function settingsOf(scenario: Scenario): string[] {
  const lines = settingsIn(scenario).map(([name, value]) => `${name.padEnd(9)}${value}`)
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** Expectations for clients, as at most one section. */
function expectedIn({ expect = {} }: Scenario): string[] {
  const rows = CHECKS.flatMap(({ id, unit }) => {
    const bounds = expect[id]
    return bounds === undefined ? [] : [[id, boundsInWords(unit, bounds)]]
  })
  if (rows.length === 0) return []
  const width = Math.max(...rows.map(([id]) => id.length))
  return [['In a rehearsal:', ...rows.map(([id, words]) => `  ${id.padEnd(width)}  ${words}`)].join('\n')]
}

function boundsInWords(unit: Check['unit'], bounds: Expected): string {
  if (bounds === 'off') return 'not counted'
  const words = (value: number) => (unit === 'ms' ? formatDuration(value) : String(value))
  const { good, fails } = bounds
  return [
    ...(good === undefined ? [] : [`good at ${words(good)}`]),
    ...(fails === undefined ? [] : [`fails at ${words(fails)}`]),
  ].join(', ')
}

function timeline(lines: readonly TimelineLine[]): string {
  const rows = lines.flatMap(({ fromMs, untilMs, who, what }) =>
    what.map((words, index) =>
      index === 0
        ? [elapsedText(fromMs), untilMs === fromMs ? '' : elapsedText(untilMs), who, words]
        : ['', '', '', words],
    ),
  )
  const table = [['from', 'to', 'what', 'effect'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function elapsedText(ms: number): string {
  if (ms === 0) return '0s'
  return ms === Number.POSITIVE_INFINITY ? 'end' : formatDuration(ms)
}
