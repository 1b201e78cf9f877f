/** Lanes of the dashboard as plain data: the drawing that rehearsal reports use. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sinceLabel } from '../../../src/entrypoints/ui/axis-labels.js'
import {
  lanesOf,
  marketStrip,
  type Pictured,
  visibleEndMs,
} from '../../../src/entrypoints/ui/incident/lanes-of.js'
import { SPAN_LENGTHS, spanOf } from '../../../src/entrypoints/ui/incident/visible-span.js'
import type { TimelineReply, TimelineRule } from '../../../src/entrypoints/ui/replies.js'
import { toldEntry } from '../../support/told-entry.js'

const LOADED_AT = '2026-03-01T12:00:00.000Z'
const DAY_MS = 86_400_000

const rule = (id: string, more: Partial<TimelineRule>): TimelineRule => ({
  id,
  what: 'answers 429',
  match: 'every request',
  networks: null,
  bases: null,
  endpoints: null,
  met: 'error',
  fromMs: 0,
  untilMs: null,
  matched: 0,
  fired: 0,
  acting: false,
  ...more,
})
const TIMELINE: TimelineReply = {
  name: 'primary-outage',
  sets: [],
  loadedAt: LOADED_AT,
  rules: [
    rule('throttle', { networks: ['arbitrum'], bases: ['primary'], fromMs: 10_000, untilMs: 30_000 }),
    rule('lagging', { bases: ['fallback'], met: 'wrong', acting: true }),
  ],
  events: [{ asset: 'ETH', what: '-18% over 40s', fromMs: 20_000, untilMs: 660_000 }],
  prices: ['BTC', 'SOL', 'AVAX', 'ARB'].map((asset) => ({ asset, what: 'recorded', fromMs: 0, untilMs: 90 })),
  moves: [],
}
const BASES = ['arbitrum', 'avalanche'].flatMap((network) =>
  ['primary', 'fallback'].map((base) => ({ network, base })),
)
const pictured = (more: Partial<Pictured> = {}): Pictured => ({
  timeline: TIMELINE,
  entries: [],
  bases: BASES,
  span: { fromMs: 0, toMs: 60_000 },
  originMs: Date.parse(LOADED_AT),
  rate: 1,
  nowMs: 25_000,
  ...more,
})

describe('lanes', () => {
  test('moves made by hand are in the market lane, with or without a scenario', () => {
    const move = { asset: '*', what: '-20% at once', from: '2026-03-01T12:00:10.000Z', until: null }
    const timeline = { ...TIMELINE, events: [], prices: [], moves: [move] }
    const span = { fromMs: 0, toMs: 60_000 }
    const of = { name: '* -20% at once', class: 'event', toMs: 60_000 }
    expect(marketStrip(timeline, span, Date.parse(LOADED_AT)).happenings).toEqual([{ ...of, fromMs: 10_000 }])
    expect(marketStrip({ ...timeline, loadedAt: null }, span, 0).happenings).toEqual([
      { ...of, fromMs: Date.parse(move.from) },
    ])
  })

  test("before any request, lanes are those of the scenario's networks", () => {
    expect(lanesOf(pictured()).map(({ name }) => name)).toEqual(['arbitrum', 'arbitrum-fallback'])
  })

  test('then they are those of the requested networks', () => {
    const entries = [toldEntry(1, { network: 'avalanche' }), toldEntry(2, { network: null, base: null })]
    expect(lanesOf(pictured({ entries })).map(({ name }) => name)).toEqual([
      'avalanche',
      'avalanche-fallback',
    ])
  })

  test('a rule is a band on its base, with sign and label', () => {
    const [primary, fallback] = lanesOf(pictured())
    expect(primary.bands).toEqual([{ name: '! throttle: 429', class: 'error', fromMs: 10_000, toMs: 30_000 }])
    // Without an end it goes on to the edge.
    expect(fallback.bands).toEqual([
      { name: '≠ lagging: 429', class: 'wrong acting', fromMs: 0, toMs: 60_000 },
    ])
  })

  test("a mark spans the request's virtual duration; held requests extend to now", () => {
    const entries = [
      toldEntry(1, { ms: 2000 }),
      toldEntry(2, { ms: null, status: null, outcome: 'hang', met: 'silent' }),
      toldEntry(3, { ms: null, goneMs: 1000, outcome: 'delay', met: 'silent' }),
      toldEntry(4, { at: '2026-03-01T13:00:00.000Z' }),
    ]
    const [{ marks }] = lanesOf(pictured({ entries, rate: 2 }))
    expect(marks.map(({ n, kind, fromMs, toMs }) => [n, kind, fromMs, toMs])).toEqual([
      [1, 'good', 20_000, 24_000],
      [2, 'silent', 20_000, 25_000],
      [3, 'silent', 20_000, 22_000],
    ])
    expect(marks[1].about).toBe('#2 arbitrum GET /prices/tickers: hang, held')
  })

  test('equal events of several assets appear once', () => {
    const { happenings } = marketStrip(TIMELINE, { fromMs: 0, toMs: 60_000 }, Date.parse(LOADED_AT))
    expect(happenings.map(({ name, class: kind }) => [kind, name])).toEqual([
      ['event', 'ETH -18% over 40s'],
      ['price', 'BTC, SOL, AVAX and 1 more recorded'],
    ])
  })
})

test.each([
  [0, 10_000, '0'],
  [-10_000, 10_000, '-10 s'],
  [500, 100, '0.5 s'],
  [90_000, 30_000, '90 s'],
  [150_000, 30_000, '2:30'],
  [3_600_000, 600_000, '60:00'],
  [3_600_000, 3_600_000, '1 h'],
  [9_000_000, 1_800_000, '2 h 30'],
  [3 * DAY_MS, DAY_MS, '3 d'],
])('%i ms since the incident began, at marks %i ms apart, is %s', (ms, stepMs, words) => {
  expect(sinceLabel(ms, stepMs)).toBe(words)
})

describe('the stretch of time that is seen', () => {
  test('the view spans the incident, not the hours of recovery', () => {
    expect(visibleEndMs(TIMELINE)).toBe(30_000)
    const { fromMs, toMs } = spanOf('whole', 0, 60_000)
    expect(fromMs).toBeLessThan(0)
    expect(toMs).toBeGreaterThan(60_000)
    expect(toMs).toBeLessThan(90_000)
  })

  test.each(SPAN_LENGTHS)('%s: now is always in sight, however the clock goes', (reach) => {
    fc.assert(
      fc.property(
        fc.integer({ min: -DAY_MS, max: 400 * DAY_MS }),
        fc.integer({ min: 0, max: DAY_MS }),
        (nowMs, endMs) => {
          const { fromMs, toMs } = spanOf(reach, nowMs, endMs)
          expect(fromMs).toBeLessThanOrEqual(nowMs)
          expect(toMs).toBeGreaterThanOrEqual(nowMs)
          expect(Number.isFinite(toMs - fromMs)).toBe(true)
        },
      ),
    )
  })

  test('it moves in steps: within an hour marks change their places a few times only', () => {
    const places = new Set<string>()
    for (let nowMs = 0; nowMs <= 3_600_000; nowMs += 1000)
      places.add(JSON.stringify(spanOf('whole', nowMs, 60_000)))
    expect(places.size).toBeLessThan(30)
  })
})
