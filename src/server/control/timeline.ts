/** The scenario as lanes over virtual time: when each rule and event is active, and its effect. */

import * as z from 'zod'
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'
import { type ActiveSpan, eventSpanOf, ruleSpanOf, ruleSpansOf } from '../../scenario/active-spans.js'
import { sets, setsOf } from '../../scenario/overrides.js'
import { givenInWords, reachOf } from '../../scenario/prices.js'
import type { Scenario } from '../../scenario/schema.js'
import { base, network } from '../../scenario/values.js'
import type { Session } from '../../session/session.js'

const fromMs = z.number().describe('Virtual ms since the scenario was loaded')
const untilMs = z.number().nullable().describe('Likewise; null if it does not end')
const what = z.string().describe('Summary of the effect')

export const timelineReply = z.strictObject({
  name: z.string().nullable().describe('Null if it has none or none is loaded'),
  sets,
  loadedAt: z.iso.datetime().nullable().describe('Virtual time; null if none is loaded'),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      what,
      match: z.string().describe('Summary of the matched requests'),
      networks: z.array(network).nullable().describe('Null for all'),
      bases: z.array(base).nullable().describe('Null for all'),
      endpoints: z.array(z.string()).nullable().describe('Null for all'),
      met: z.enum(OUTCOME_CLASSES).describe('Outcome for affected clients'),
      fromMs,
      untilMs,
      matched: z.int().describe('Matched requests'),
      fired: z.int().describe('Requests on which it fired'),
      acting: z.boolean().describe('Whether it would fire on a matching request now'),
    }),
  ),
  events: z.array(
    z.strictObject({
      asset: z.string().nullable().describe('As written, * for all; null for the chain'),
      what,
      fromMs,
      untilMs,
    }),
  ),
  prices: z.array(z.strictObject({ asset: z.string(), what, fromMs, untilMs })),
  moves: z
    .array(
      z.strictObject({
        asset: z.string().describe('Asset, * for all'),
        what,
        from: z.iso.datetime().describe('Virtual time'),
        until: z.iso.datetime().nullable().describe('Likewise; null if it does not end'),
      }),
    )
    .describe('Moves made by POST prices, with or without a scenario'),
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
    rules: run.all.flatMap((running) => {
      const { rule, state } = running
      return ruleSpansOf(rule).map(({ id, match, networks, bases, endpoints, met, ...span }) => ({
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
    const { assets, what, fromMs, untilMs } = eventSpanOf(event)
    const from = instant(atMs + fromMs)
    const until = untilMs === null ? null : instant(atMs + untilMs)
    return assets.map((asset) => ({ asset, what, from, until }))
  })
}

const described = ({ what, fromMs, untilMs }: ActiveSpan) => ({ what, fromMs, untilMs })

export const outlineShape = {
  sets,
  tags: z.array(z.string()).describe('Its kinds of fault; market if it moves prices'),
  durationMs: z.number().describe('Virtual time until its last rule or event begins or ends'),
  spans: z.array(
    z.strictObject({
      what,
      kind: z.enum([...OUTCOME_CLASSES, 'market']).describe('Outcome for affected clients, or market'),
      fromMs,
      untilMs,
    }),
  ),
}

export function outlineOf(scenario: Scenario) {
  const { rules = [], events = [], prices = new Map() } = scenario
  const ruleSpans = rules.map(ruleSpanOf)
  const eventSpans = events.map((event) => eventSpanOf(event))
  const priceSpans = [...prices].flatMap(([asset, given]) =>
    given.kind === 'points' ? [{ assets: [asset], what: givenInWords(given), ...reachOf(given, 0) }] : [],
  )
  const ends = [...ruleSpans, ...eventSpans, ...priceSpans].map(({ fromMs, untilMs }) => untilMs ?? fromMs)
  const market = events.length > 0 || prices.size > 0 ? ['market'] : []
  return {
    sets: setsOf(scenario),
    tags: [...new Set(ruleSpans.map(({ fault }) => fault)), ...market],
    durationMs: Math.max(0, ...ends),
    spans: [
      ...ruleSpans.map(({ match, what, met, fromMs, untilMs }) => {
        return { what: `${match}: ${what}`, kind: met, fromMs, untilMs }
      }),
      ...[...eventSpans, ...priceSpans].map(({ assets, what, fromMs, untilMs }) => {
        return { what: [...assets, what].join(' '), kind: 'market' as const, fromMs, untilMs }
      }),
    ],
  }
}
