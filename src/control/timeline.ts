/** The scenario as lanes over virtual time: when each rule and event is active, and its effect. */

import { OUTCOME_CLASSES } from '../core/outcome-class.js'
import * as z from '../core/zod.js'
import { type ActiveSpan, eventSpanOf, ruleSpansOf } from '../scenario/active-spans.js'
import { givenInWords } from '../scenario/describe-prices.js'
import type { GivenPrices } from '../scenario/prices.js'
import { base, network } from '../scenario/values.js'
import type { Session } from '../session/session.js'

const fromMs = z.number().meta({ description: 'Virtual ms since the scenario was loaded' })
const untilMs = z.number().nullable().meta({ description: 'Likewise; null if it does not end' })
const what = z.string().meta({ description: 'Summary of the effect' })

export const timelineReply = z
  .strictObject({
    name: z.string().nullable().meta({ description: 'Null if it has none or none is loaded' }),
    loadedAt: z.iso.datetime().nullable().meta({ description: 'Virtual time; null if none is loaded' }),
    rules: z.array(
      z
        .strictObject({
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
        })
        .meta({ tsName: 'TimelineRule' }),
    ),
    events: z.array(
      z
        .strictObject({
          asset: z.string().nullable().meta({ description: 'As written, * for all; null for the chain' }),
          what,
          fromMs,
          untilMs,
        })
        .meta({ tsName: 'TimelineMove' }),
    ),
    prices: z.array(z.strictObject({ asset: z.string(), what, fromMs, untilMs })),
  })
  .meta({ tsName: 'Timeline' })

export function timelineOf(session: Session): z.output<typeof timelineReply> {
  const { scenario: run } = session
  if (run === undefined) return { name: null, loadedAt: null, rules: [], events: [], prices: [] }
  const { events = [], prices = new Map(), name } = run.scenario
  const nowMs = session.nowMs()
  return {
    name: name ?? null,
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
  }
}

function described({ what, fromMs, untilMs }: ActiveSpan) {
  return { what, fromMs, untilMs: untilMs === Number.POSITIVE_INFINITY ? null : untilMs }
}

/** First and last price in time: the market moves freely outside. */
function reachOf(given: GivenPrices, loadedAtMs: number): Pick<ActiveSpan, 'fromMs' | 'untilMs'> {
  if (given.kind === 'points') {
    const times = given.points.map(({ atMs }) => atMs)
    return { fromMs: Math.min(...times), untilMs: Math.max(...times) }
  }
  const { runs, periodSeconds } = given.collected.candles
  const last = runs[runs.length - 1]
  const firstMs = runs[0].firstSecond * 1000
  const fromMs = given.startsAtMs ?? firstMs - loadedAtMs
  return { fromMs, untilMs: fromMs + (last.firstSecond + last.count * periodSeconds) * 1000 - firstMs }
}
