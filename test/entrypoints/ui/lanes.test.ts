/** Lanes of the dashboard as plain data: the drawing that rehearsal reports use. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lanesOf,
  marketStrip,
  type Pictured,
  unkeptIn,
} from '../../../src/entrypoints/ui/incident/lanes-of.js'
import type { TimelineReply, TimelineRule } from '../../../src/entrypoints/ui/replies.js'
import {
  followedSpan,
  incidentSpan,
  instantIn,
  moved,
  periodFor,
  withRoom,
  zoomed,
} from '../../../src/entrypoints/ui/time/spans.js'
import { formatMoment } from '../../../src/kit/svg/frame.js'
import { toldEntry } from '../../support/told-entry.js'

const LOADED_AT = '2026-03-01T12:00:00.000Z'
const LOADED_MS = Date.parse(LOADED_AT)
const MINUTE = { fromMs: LOADED_MS, toMs: LOADED_MS + 60_000 }
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
  span: MINUTE,
  rate: 1,
  nowMs: LOADED_MS + 25_000,
  ...more,
})

describe('lanes', () => {
  test('a stream is a mark from its handshake to its end, with one for each fault, in the lane of its base', () => {
    const fault = { rule: 'throttle', fault: 'silent', fromMs: LOADED_MS + 10_000, untilMs: null }
    const facts = { sent: 1, received: 1, channels: ['prices'], faults: [fault], closed: null }
    const marksOf = (openMs: number | null) => {
      const stream = { ...facts, openMs }
      const entry = toldEntry(1, { at: LOADED_AT, ms: 1, stream })
      return lanesOf(pictured({ entries: [entry] })).flatMap(({ marks }) =>
        marks.map(({ kind, fromMs, toMs }) => [kind, fromMs - LOADED_MS, toMs - LOADED_MS]),
      )
    }
    expect(marksOf(null)).toEqual([
      ['good', 0, 25_000],
      ['error', 10_000, 25_000],
    ])
    expect(marksOf(20_000)).toEqual([
      ['good', 0, 20_000],
      ['error', 10_000, 20_000],
    ])
  })

  test('moves made by hand are in the market lane, with or without a scenario', () => {
    const move = { asset: '*', what: '-20% at once', from: '2026-03-01T12:00:10.000Z', until: null }
    const timeline = { ...TIMELINE, events: [], prices: [], moves: [move] }
    const drawn = [
      { name: '* −20 % at once', class: 'event', fromMs: Date.parse(move.from), toMs: MINUTE.toMs },
    ]
    expect(marketStrip(timeline, MINUTE).happenings).toEqual(drawn)
    expect(marketStrip({ ...timeline, loadedAt: null }, MINUTE).happenings).toEqual(drawn)
  })

  test("before any request, lanes are those of the scenario's networks", () => {
    expect(lanesOf(pictured()).map(({ name }) => name)).toEqual(['arbitrum', 'arbitrum-fallback'])
  })

  test('then they are those of the requested networks, those on which a rule acts first', () => {
    const entries = [toldEntry(1, { network: 'avalanche' }), toldEntry(2, { network: null, base: null })]
    expect(lanesOf(pictured({ entries })).map(({ name }) => name)).toEqual([
      'avalanche-fallback',
      'avalanche',
    ])
  })

  test('a rule is a band on its base, with sign and label', () => {
    const [primary, fallback] = lanesOf(pictured())
    expect(primary.bands).toMatchObject([
      {
        ...{ name: '! throttle: 429', class: 'error' },
        ...{ fromMs: LOADED_MS + 10_000, toMs: LOADED_MS + 30_000 },
      },
    ])
    expect(fallback.bands).toMatchObject([
      {
        ...{ name: '≠ lagging: 429', class: 'wrong acting' },
        ...{ fromMs: LOADED_MS, toMs: Number.POSITIVE_INFINITY },
      },
    ])
  })

  test('both edges of a rule are sliders, which Tab reaches in its first lane', () => {
    const rules = [rule('all', { fromMs: 1500 })]
    const [first, second] = lanesOf(pictured({ timeline: { ...TIMELINE, rules } }))
    const words = (lane: typeof first) =>
      lane.bands[0].handles?.map((handle) =>
        ['data-edge', 'role', 'tabindex', 'aria-label', 'aria-valuetext'].map((name) => handle[name]),
      )
    expect(words(first)).toEqual([
      ['after all', 'slider', 0, 'Begin of all', '1.5 s'],
      ['until all', 'slider', 0, 'End of all', 'never'],
    ])
    expect(words(second)?.map(([edge, role]) => [edge, role])).toEqual([
      ['after all', undefined],
      ['until all', undefined],
    ])
  })

  test('a rule that ended before the visible time has no band', () => {
    const [primary, fallback] = lanesOf(pictured({ span: moved(MINUTE, 600_000) }))
    expect(primary.bands).toEqual([])
    expect(fallback.bands).toHaveLength(1)
  })

  test("a mark spans the request's virtual duration; held requests extend to now", () => {
    const entries = [
      toldEntry(1, { ms: 2000 }),
      toldEntry(2, { ms: null, status: null, outcome: 'hang', met: 'silent' }),
      toldEntry(3, { ms: null, goneMs: 1000, outcome: 'delay', met: 'silent' }),
      toldEntry(4, { at: '2026-03-01T13:00:00.000Z' }),
    ]
    const [{ marks }] = lanesOf(pictured({ entries, rate: 2 }))
    const sinceLoaded = marks.map(({ n, kind, fromMs, toMs }) => [
      n,
      kind,
      fromMs - LOADED_MS,
      toMs - LOADED_MS,
    ])
    expect(sinceLoaded).toEqual([
      [1, 'good', 20_000, 24_000],
      [2, 'silent', 20_000, 25_000],
      [3, 'silent', 20_000, 22_000],
    ])
    expect(marks[1].about).toBe('#2 arbitrum GET /prices/tickers: hang, held')
  })

  test('before the oldest kept request, lanes count: the time is hatched as far as anything was counted', () => {
    const at = (seconds: number) => LOADED_MS + seconds * 1000
    const series = [
      {
        network: 'arbitrum',
        base: 'primary',
        met: 'error' as const,
        steps: [5, 9, 20].map((s): [number, number] => [at(s), 200]),
      },
    ]
    const of = pictured({ history: { stepMs: 1000, series }, keptFromMs: at(9) + 300 })
    expect(lanesOf(of)[0].counted).toEqual([
      { kind: 'error', count: 200, fromMs: at(5), toMs: at(6) },
      { kind: 'error', count: 200, fromMs: at(9), toMs: at(9) + 300 },
    ])
    expect(unkeptIn(of)).toEqual({ fromMs: at(5), toMs: at(9) + 300, name: 'oldest kept: 12:00:09' })
    expect(unkeptIn({ ...of, span: moved(MINUTE, 60_000) })).toBeUndefined()
    expect(unkeptIn(pictured())).toBeUndefined()
  })

  test('equal events of several assets appear once', () => {
    const { happenings } = marketStrip(TIMELINE, MINUTE)
    expect(happenings.map(({ name, class: kind }) => [kind, name])).toEqual([
      ['event', 'ETH −18 % over 40s'],
      ['price', 'BTC, SOL, AVAX and 1 more recorded'],
    ])
  })
})

test.each([
  [0, 10_000, '+0:00'],
  [-10_000, 10_000, '−0:10'],
  [500, 100, '+0:00.5'],
  [90_000, 30_000, '+1:30'],
  [3_600_000, 600_000, '+1:00:00'],
])('%i ms since the scenario was loaded, at marks %i ms apart, is %s', (ms, stepMs, words) => {
  expect(formatMoment(ms, stepMs)).toBe(words)
})

describe('visible time', () => {
  test('an incident ends with its rules, however late it is, and not after the hours of recovery', () => {
    const late = LOADED_MS + DAY_MS
    expect(incidentSpan(TIMELINE, late)).toEqual({ fromMs: LOADED_MS - 1500, toMs: LOADED_MS + 33_000 })
    // One without any end is still going on.
    const endless = { ...TIMELINE, rules: TIMELINE.rules.slice(1) }
    expect(incidentSpan(endless, late)?.toMs).toBe(LOADED_MS + 1.1 * DAY_MS)
    expect(incidentSpan({ ...TIMELINE, loadedAt: null })).toBeUndefined()
    // Of moves alone, the fall and a part of the recovery.
    expect(incidentSpan({ ...TIMELINE, rules: [] })?.toMs).toBe(LOADED_MS + 1.1 * 80_000)
  })

  test('followed: the whole incident while it lasts, then twenty minutes', () => {
    const lengthAt = (sinceMs: number) => {
      const { fromMs, toMs } = followedSpan(TIMELINE, LOADED_MS + sinceMs)
      return toMs - fromMs
    }
    expect([0, 30_000, 40_000, DAY_MS].map(lengthAt)).toEqual([34_500, 34_500, 1_200_000, 1_200_000])
  })

  test.each([TIMELINE, undefined])('followed: now is always in sight, however the clock goes', (timeline) => {
    fc.assert(
      fc.property(fc.integer({ min: -DAY_MS, max: 400 * DAY_MS }), (sinceMs) => {
        const nowMs = LOADED_MS + sinceMs
        const { fromMs, toMs } = followedSpan(timeline, nowMs)
        expect(fromMs).toBeLessThanOrEqual(nowMs)
        expect(toMs).toBeGreaterThanOrEqual(nowMs)
      }),
    )
  })

  test('followed: it moves in steps, so that marks change their places a few times only', () => {
    const places = new Set<string>()
    for (let nowMs = 0; nowMs <= 3_600_000; nowMs += 1000)
      places.add(JSON.stringify(followedSpan(TIMELINE, LOADED_MS + nowMs)))
    expect(places.size).toBeLessThan(45)
  })

  test('a chosen period has room: in the incident, or in a longer time that ends after now', () => {
    const lengthOf = ({ fromMs, toMs }: ReturnType<typeof followedSpan>) => toMs - fromMs
    const nowMs = LOADED_MS + 1000
    const lengths = [1000, 60_000, DAY_MS].map((periodMs) =>
      lengthOf(followedSpan(TIMELINE, nowMs, periodMs)),
    )
    expect(lengths).toEqual([34_500, 3_600_000, 60 * DAY_MS])
    expect(lengthOf(withRoom({ fromMs: 0, toMs: 600_000 }, 60_000))).toBe(600_000)
    expect(lengthOf(withRoom({ fromMs: 0, toMs: 600_000 }, DAY_MS))).toBeCloseTo(60 * DAY_MS)
  })

  test('without a chosen period, the shortest one with at most a hundred candles', () => {
    const of = (toMs: number) => periodFor({ fromMs: 0, toMs }, ['1s', '15s', '1m', '1d'])
    expect([34_500, 1_200_000, 100 * 60_000, DAY_MS, 3650 * DAY_MS].map(of)).toEqual([
      '1s',
      '15s',
      '1m',
      '1d',
      '1d',
    ])
  })

  test('zooming keeps the pointed instant in its place, from a second to ten years', () => {
    expect(zoomed({ fromMs: 0, toMs: 8000 }, 0.5, 2000)).toEqual({ fromMs: 1000, toMs: 5000 })
    expect(zoomed({ fromMs: 0, toMs: 1500 }, 0.5)).toEqual({ fromMs: 250, toMs: 1250 })
    const { fromMs, toMs } = zoomed({ fromMs: 0, toMs: 1500 }, 1e12)
    expect(toMs - fromMs).toBeCloseTo(3650 * DAY_MS)
  })

  test.each([
    ['12:00:30', 30_000],
    ['2026-03-02 12:00', DAY_MS],
    ['+1:30', 90_000],
    ['+7:21:00', 26_460_000],
    ['noon', undefined],
  ])('%s is a time to go to', (text, sinceMs) => {
    const expected = sinceMs === undefined ? undefined : LOADED_MS + sinceMs
    expect(instantIn(text, LOADED_MS + 3_600_000, LOADED_AT)).toBe(expected)
  })
})
