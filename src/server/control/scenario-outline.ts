/** Outline of a scenario that need not be loaded: the settings it changes, and its lanes in miniature. */

import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import * as z from '../../kit/zod.js'
import { eventSpanOf, ruleSpanOf } from '../../scenario/active-spans.js'
import { givenInWords } from '../../scenario/describe-prices.js'
import { sets, setsOf } from '../../scenario/describe-settings.js'
import { reachOf } from '../../scenario/prices.js'
import type { Scenario } from '../../scenario/schema.js'

export const outlineShape = {
  sets,
  tags: z.array(z.string()).meta({ description: 'Its kinds of fault; market if it moves prices' }),
  durationMs: z.number().meta({ description: 'Virtual time until its last rule or event begins or ends' }),
  spans: z.array(
    z.strictObject({
      what: z.string().meta({ description: 'Summary of the effect' }),
      kind: z
        .enum([...OUTCOME_CLASSES, 'market'])
        .meta({ description: 'Outcome for affected clients, or market' }),
      fromMs: z.number().meta({ description: 'Virtual ms since the scenario was loaded' }),
      untilMs: z.number().nullable().meta({ description: 'Likewise; null if it does not end' }),
    }),
  ),
}

const outlineReply = z.strictObject(outlineShape)

export function outlineOf(scenario: Scenario): z.output<typeof outlineReply> {
  const { rules = [], events = [], prices = new Map() } = scenario
  const ruleSpans = rules.map((rule, index) => ruleSpanOf(rule, index))
  const eventSpans = events.map((event) => eventSpanOf(event))
  const priceSpans = [...prices].flatMap(([asset, given]) =>
    given.kind === 'points' ? [{ assets: [asset], what: givenInWords(given), ...reachOf(given, 0) }] : [],
  )
  const ends = [...ruleSpans, ...eventSpans, ...priceSpans].map(({ fromMs, untilMs }) =>
    Number.isFinite(untilMs) ? untilMs : fromMs,
  )
  const market = events.length > 0 || prices.size > 0 ? ['market'] : []
  const end = (ms: number) => (Number.isFinite(ms) ? ms : null)
  return {
    sets: setsOf(scenario),
    tags: [...new Set(ruleSpans.map(({ fault }) => fault)), ...market],
    durationMs: Math.max(0, ...ends),
    spans: [
      ...ruleSpans.map(({ match, what, met, fromMs, untilMs }) => ({
        what: `${match}: ${what}`,
        kind: met,
        fromMs,
        untilMs: end(untilMs),
      })),
      ...[...eventSpans, ...priceSpans].map(({ assets, what, fromMs, untilMs }) => ({
        what: [...assets, what].join(' '),
        kind: 'market' as const,
        fromMs,
        untilMs: end(untilMs),
      })),
    ],
  }
}
