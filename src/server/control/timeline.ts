/** The scenario as lanes over virtual time: when each rule and event is active, and its effect. */

import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import * as z from '../../kit/zod.js'
import { type ActiveSpan, eventSpanOf, ruleSpansOf } from '../../scenario/active-spans.js'
import { givenInWords } from '../../scenario/describe-prices.js'
import { sets, setsOf } from '../../scenario/describe-settings.js'
import { reachOf } from '../../scenario/prices.js'
import { base, network } from '../../scenario/values.js'
import type { Session } from '../../session/session.js'

const fromMs = z.number().meta({ description: 'Virtual ms since the scenario was loaded' })
const untilMs = z.number().nullable().meta({ description: 'Likewise; null if it does not end' })
const what = z.string().meta({ description: 'Summary of the effect' })

export const timelineReply = z.strictObject({
  name: z.string().nullable().meta({ description: 'Null if it has none or none is loaded' }),
  sets,
  loadedAt: z.iso.datetime().nullable().meta({ description: 'Virtual time; null if none is loaded' }),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      what,
      match: z.string().meta({ description: 'Summary of the matched requests' }),
      networks: z.array(network).nullable().meta({ description: 'Null for all' }),
      bases: z.array(base).nullable().meta({ description: 'Null for all' }),
      endpoints: z.array(z.string()).nullable().meta({ description: 'Null for all' }),
      met: z.enum(OUTCOME_CLASSES).meta({ description: 'Outcome for affected clients' }),
      fromMs,
      untilMs,
      matched: z.int().meta({ description: 'Matched requests' }),
      fired: z.int().meta({ description: 'Requests on which it fired' }),
      acting: z.boolean().meta({
        description: 'Whether it would fire on a matching request now',
      }),
    }),
  ),
  events: z.array(
    z.strictObject({
      asset: z.string().nullable().meta({ description: 'As written, * for all; null for the chain' }),
      what,
      fromMs,
      untilMs,
    }),
  ),
  prices: z.array(z.strictObject({ asset: z.string(), what, fromMs, untilMs })),
  moves: z
    .array(
      z.strictObject({
        asset: z.string().meta({ description: 'Asset, * for all' }),
        what,
        from: z.iso.datetime().meta({ description: 'Virtual time' }),
        until: z.iso.datetime().nullable().meta({ description: 'Likewise; null if it does not end' }),
      }),
    )
    .meta({ description: 'Moves made by POST prices, with or without a scenario' }),
})

export function timelineOf(session: Session): z.output<typeof timelineReply> {
  const { scenario: run } = session
  const moves = movesOf(session)
  if (run === undefined)
    return { name: null, sets: [], loadedAt: null, rules: [], events: [], prices: [], moves }
  const { events = [], prices = new Map(), name } = run.scenario
  const nowMs = session.nowMs()
  return {
    name: name ?? null,
    sets: setsOf(run.scenario),
    loadedAt: new Date(run.loadedAtMs).toISOString(),
    rules: run.all.flatMap((running, index) => {
      const { rule, state } = running
      return ruleSpansOf(rule, index).map(({ id, match, networks, bases, endpoints, met, ...span }) => ({
        id,
        ...described(span),
        match,
        networks: networks ? [...networks] : null,
        bases: bases ? [...bases] : null,
        endpoints: endpoints ? [...endpoints] : null,
        met,
        matched: state.matched,
        fired: state.fired,
        acting: running.strikesNext(nowMs, nowMs - run.loadedAtMs),
      }))
    }),
    events: events.flatMap((event) => {
      const { assets, ...span } = eventSpanOf(event)
      return (assets.length === 0 ? [null] : assets).map((asset) => ({ asset, ...described(span) }))
    }),
    prices: [...prices].map(([asset, given]) => ({
      asset,
      ...described({ ...reachOf(given, run.loadedAtMs), what: givenInWords(given) }),
    })),
    moves,
  }
}

function movesOf({ moves }: Session) {
  const instant = (ms: number) => new Date(ms).toISOString()
  return moves.flatMap(({ event, atMs }) => {
    const { assets, ...span } = eventSpanOf(event)
    const { what, fromMs, untilMs } = described(span)
    const from = instant(atMs + fromMs)
    const until = untilMs === null ? null : instant(atMs + untilMs)
    return assets.map((asset) => ({ asset, what, from, until }))
  })
}

function described({ what, fromMs, untilMs }: ActiveSpan) {
  return { what, fromMs, untilMs: untilMs === Number.POSITIVE_INFINITY ? null : untilMs }
}
