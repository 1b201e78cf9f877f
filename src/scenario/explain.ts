/** A scenario explained, as text and as data: settings, prices, the timeline of its rules and market moves, and the bounds of its checks. */

import * as z from 'zod'
import type { Check, Expected } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import { columns } from '../kit/text/columns.js'
import { formatDuration } from '../kit/text/duration.js'
import { wordWrap } from '../kit/text/words.js'
import { eventSpanOf, ruleSpanOf } from './active-spans.js'
import { listingsInWords } from './listings.js'
import { isRelative } from './match.js'
import { settingsIn, startText } from './overrides.js'
import { givenInWords, pricesInWords } from './prices.js'
import type { Scenario } from './schema.js'

const span = {
  fromMs: z.number().describe('Virtual ms since the scenario was loaded'),
  untilMs: z.number().nullable().describe('Null without an end'),
  what: z.string(),
}

export const scenarioReply = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  seed: z.string().optional(),
  clock: z
    .strictObject({
      mode: z.string().optional(),
      rate: z.number().optional(),
      at: z.string().optional(),
    })
    .optional(),
  dialect: z.string().optional(),
  prices: z.record(z.string(), z.string()).describe('By asset'),
  tokens: z.record(z.string(), z.string()).describe('Listings by symbol'),
  timeline: z.array(
    z.union([
      z.strictObject({ ...span, rule: z.string(), match: z.string() }),
      z.strictObject({ ...span, assets: z.array(z.string()).readonly() }),
    ]),
  ),
  expect: z.record(z.string(), z.unknown()).describe('Bounds of its checks'),
})

/** `source` names a scenario without a name. */
export function scenarioJson(scenario: Scenario, source: string): z.output<typeof scenarioReply> {
  const {
    name = source,
    description,
    seed,
    clock,
    dialect,
    prices = new Map(),
    tokens = {},
    expect = {},
  } = scenario
  return {
    name,
    description: description?.trim(),
    seed,
    clock: clock && {
      mode: clock.mode,
      rate: clock.rate,
      at: clock.at === undefined ? undefined : startText(clock.at),
    },
    dialect,
    prices: Object.fromEntries([...prices].map(([asset, given]) => [asset, givenInWords(given)])),
    tokens: listingsInWords(tokens),
    timeline: timelineOf(scenario).map(({ index: _, ...entry }) => entry),
    expect,
  }
}

/** By start; rules precede events that start at the same time. */
function timelineOf({ rules = [], events = [] }: Scenario) {
  const ofRules = rules.map((rule, index) => {
    const { id, match, fromMs, untilMs, what } = ruleSpanOf(rule)
    return { fromMs, untilMs, what, rule: id, match, index }
  })
  const ofEvents = events.flatMap((event) => {
    const { assets, parts } = eventSpanOf(event)
    return parts.map((part) => ({ ...part, assets, index: undefined }))
  })
  return [...ofRules, ...ofEvents].sort((a, b) => a.fromMs - b.fromMs)
}

/** Deterministic text of a scenario. `source` names it if it has no name. */
export function explainScenario(scenario: Scenario, source: string): string {
  const { name, description, prices, tokens, rules = [], events = [] } = scenario
  const isEmpty = rules.length + events.length === 0
  const sections = [
    [name ?? source, ...(description === undefined ? [] : wordWrap(description.trim(), WIDTH))],
    settingsIn(scenario).map(([name, value]) => `${name.padEnd(9)}${value}`),
    prices === undefined || prices.size === 0 ? [] : ['Prices:', ...pricesInWords(prices)],
    tokens === undefined ? [] : ['Tokens:', ...columns(Object.entries(listingsInWords(tokens)))],
    isEmpty ? ((prices ?? tokens) === undefined ? [EMPTY_SCENARIO] : []) : timelineTable(scenario),
    rules.length > 1 ? [ORDER] : [],
    rules.some(({ match }) => match?.base?.some(isRelative)) ? wordWrap(CURRENT, WIDTH) : [],
    expectedIn(scenario),
  ]
  const texts = sections.filter(({ length }) => length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

const WIDTH = 100
const EMPTY_SCENARIO = 'Nothing happens: it has no rules and no events.'
const CURRENT =
  'The current base is the one that served the most answers in the 10 s before the scenario was loaded, or the primary if none did.'
const ORDER = 'If several rules match and fire at once, the first one wins.'

function timelineTable(scenario: Scenario): string[] {
  const rows = timelineOf(scenario).flatMap((entry) => {
    const { fromMs, untilMs, what } = entry
    const times = [elapsedText(fromMs), untilMs === fromMs ? '' : elapsedText(untilMs)]
    if ('assets' in entry) {
      const { assets } = entry
      const who = assets.length === 0 ? 'chain' : assets.includes('*') ? 'every asset' : assets.join(', ')
      return [[...times, who, what]]
    }
    return [
      [...times, `${entry.index + 1} ${entry.rule}`, entry.match],
      ['', '', '', what],
    ]
  })
  return columns([['from', 'to', 'what', 'effect'], ...rows], '')
}

function expectedIn({ expect = {} }: Scenario): string[] {
  const rows = CHECKS.flatMap(({ id, unit }) => {
    const bounds = expect[id]
    return bounds === undefined ? [] : [[id, boundsInWords(unit, bounds)]]
  })
  return rows.length === 0 ? [] : ['In a rehearsal:', ...columns(rows)]
}

function boundsInWords(unit: Check['unit'], bounds: Expected): string {
  if (bounds === 'off') return 'not counted'
  if (bounds === 'on') return 'must be judged'
  const words = (value: number) => (unit === 'ms' ? formatDuration(value) : String(value))
  const { good, fails } = bounds
  return [
    ...(good === undefined ? [] : [`good at ${words(good)}`]),
    ...(fails === undefined ? [] : [`fails at ${words(fails)}`]),
  ].join(', ')
}

function elapsedText(ms: number | null): string {
  if (ms === 0) return '0s'
  return ms === null ? 'end' : formatDuration(ms)
}
