/** A scenario explained as data: settings, prices, timeline and the bounds of its checks. */
import { eventSpanOf, ruleSpanOf } from './active-spans.js'
import { givenInWords } from './describe-prices.js'
import type { Scenario } from './schema.js'

export interface ScenarioJson {
  readonly name: string
  readonly description?: string
  readonly seed?: string
  readonly clock?: { readonly mode?: string; readonly rate?: number; readonly at?: string }
  readonly dialect?: string
  /** By asset. */
  readonly prices: Readonly<Record<string, string>>
  /** By start; rules precede events that start at the same time. */
  readonly timeline: readonly TimelineEntry[]
  readonly expect: Scenario['expect']
}

/** Virtual ms since the scenario was loaded; `untilMs` is null for an entry without an end. */
interface TimelineSpan {
  readonly fromMs: number
  readonly untilMs: number | null
  readonly what: string
}

export type TimelineEntry =
  | (TimelineSpan & { readonly rule: string; readonly match: string })
  | (TimelineSpan & { readonly assets: readonly string[] })

/** `source` names a scenario without a name. */
export function scenarioJson(scenario: Scenario, source: string): ScenarioJson {
  const { name, description, seed, clock, dialect, prices = new Map(), expect = {} } = scenario
  const { rules = [], events = [] } = scenario
  const timeline = [
    ...rules.map((rule, index): TimelineEntry => {
      const { id, match, ...span } = ruleSpanOf(rule, index)
      return { ...spanOf(span), rule: id, match }
    }),
    ...events.flatMap((event) => {
      const { assets, parts } = eventSpanOf(event)
      return parts.map((part): TimelineEntry => ({ ...spanOf(part), assets }))
    }),
  ]
  return {
    name: name ?? source,
    ...(description !== undefined && { description: description.trim() }),
    ...(seed !== undefined && { seed }),
    ...(clock !== undefined && { clock: clockOf(clock) }),
    ...(dialect !== undefined && { dialect }),
    prices: Object.fromEntries([...prices].map(([asset, given]) => [asset, givenInWords(given)])),
    timeline: timeline.toSorted((a, b) => a.fromMs - b.fromMs),
    expect,
  }
}

function spanOf({ fromMs, untilMs, what }: Omit<TimelineSpan, 'untilMs'> & { readonly untilMs: number }) {
  return { fromMs, untilMs: Number.isFinite(untilMs) ? untilMs : null, what }
}

function clockOf({ mode, rate, at }: NonNullable<Scenario['clock']>): NonNullable<ScenarioJson['clock']> {
  return {
    ...(mode !== undefined && { mode }),
    ...(rate !== undefined && { rate }),
    ...(at !== undefined && { at: at === 'now' ? at : new Date(at).toISOString() }),
  }
}
