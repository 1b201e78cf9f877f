/** Serving series, health probes and policies, read from requests alone. */
import { describe, expect, test } from 'vitest'
import { retryLinesOf } from '../../src/grading/polls.js'
import { seriesOf, servingRequestsOf, trafficOf } from '../../src/grading/series.js'
import { down, every, flawed, type Line, type Told, timelineOf } from '../support/rehearsed.js'

const BASES = ['primary', 'fallback', 'fallback-2'] as const
const trafficIn = (line: Line) => trafficOf(timelineOf(line))
const probesIn = (line: Line) =>
  Object.fromEntries(
    seriesOf(timelineOf(line)).flatMap(({ probes }) =>
      probes.map(({ base, requests }) => [base, requests.map(({ atMs }) => atMs)]),
    ),
  )
/** Polls the primary until it fails at 20 s, then a fallback. */
const failingOver: readonly Told[] = [
  ...every(1000, 0, 20_000),
  { at: 20_000, ...down },
  { at: 20_020, base: 'fallback' },
  ...every(1000, 21_000, 130_000, { base: 'fallback' }),
]

describe('policies', () => {
  test.each([
    ['all bases at once', 3, 'arbitrum tickers: asks all three bases at once'],
    ['two bases at once', 2, 'arbitrum tickers: asks two bases at once'],
  ])('%s', (_name, count, traffic) => {
    const requests = every(1000, 0, 130_000).flatMap(({ at }) =>
      BASES.slice(0, count).map((base, index) => ({ at: at + index * 3, base })),
    )
    expect(trafficIn({ requests })).toEqual([traffic])
  })

  test.each([
    ['200 ms apart, once a second', 200, 'asks two bases at once'],
    ['600 ms apart: in turn', 600, 'balances requests over 2 bases'],
  ])('two bases %s', (_name, apartMs, traffic) => {
    const requests = every(1000, 0, 130_000).flatMap(({ at }) => [
      { at },
      { at: at + apartMs, base: BASES[1] },
    ])
    expect(trafficIn({ requests })).toEqual([`arbitrum tickers: ${traffic}`])
  })

  test.each([
    ['at once', 10, ['arbitrum tickers: asks all three bases at once']],
    ['one after the other', 60, ['arbitrum tickers: balances requests over 3 bases']],
  ])('three bases, each asked once before all fail, %s', (_name, apartMs, traffic) => {
    const requests = [
      ...BASES.map((base, index) => ({ at: 1000 + apartMs * index, base })),
      ...every(1000, 20_000, 60_000, down),
    ]
    expect(trafficIn({ requests })).toEqual(traffic)
  })

  test('one of two bases at random, also while one of them is down', () => {
    const requests = every(1000, 0, 130_000).map(({ at }, index) => {
      const isSecond = (Math.imul(index + 1, 2_654_435_761) >>> 9) % 2 === 1
      const isDown = isSecond && at >= 20_000 && at < 60_000
      return { at, base: BASES[isSecond ? 1 : 0], ...(isDown && down) }
    })
    expect(trafficIn({ requests })).toEqual(['arbitrum tickers: balances requests over 2 bases'])
  })

  test('failing over and back is not a policy', () => {
    const requests = [...failingOver.filter(({ at }) => at < 90_000), ...every(1000, 90_000, 130_000)]
    expect(trafficIn({ requests })).toEqual([])
  })

  test('a hedge, sent while the first request is open, is neither policy nor probe', () => {
    const requests = every(1000, 0, 130_000).flatMap(({ at }, index) =>
      index % 3 === 1
        ? [
            { at, tookMs: 700 },
            { at: at + 300, base: 'fallback' as const },
          ]
        : [{ at }],
    )
    expect(trafficIn({ requests })).toEqual([])
    expect(servingRequestsOf(timelineOf({ requests }))).toHaveLength(requests.length)
  })

  test('a failover within milliseconds, here and there, is not a probe', () => {
    const requests = every(1000, 0, 130_000).flatMap(({ at }, index) =>
      index % 5 === 4
        ? [
            { at, ...down, tookMs: 3 },
            { at: at + 4, base: 'fallback' as const },
          ]
        : [{ at }],
    )
    expect(probesIn({ requests })).toEqual({})
  })

  test('a client that tries the dead primary first for each query has no probes', () => {
    const requests = every(1000, 0, 130_000).flatMap(({ at }) =>
      at < 20_000
        ? [{ at }]
        : [
            { at, ...down },
            { at: at + 15, base: 'fallback' as const },
          ],
    )
    expect(probesIn({ requests })).toEqual({})
  })
})

test('retries at the same base are observed', () => {
  const requests = [
    ...every(1000, 0, 10_000),
    ...[0, 100, 300, 700].map((ms) => ({ at: 10_000 + ms, ...down })),
  ]
  expect(retryLinesOf(timelineOf({ requests }))).toEqual([
    'arbitrum tickers: repeats failed requests at the same base up to 3 times per poll',
  ])
  expect(retryLinesOf(timelineOf({ requests: every(1000, 0, 130_000, down) }))).toEqual([])
})

test("a browser's preflights are no requests of its program", () => {
  const asked = timelineOf({
    requests: every(1000, 0, 130_000).flatMap((one) => [one, { ...one, at: one.at + 1 }]),
  })
  const requests = asked.requests.map((one, index) =>
    index % 2 === 0 ? { ...one, asked: { ...one.asked, method: 'OPTIONS' } } : one,
  )
  expect(seriesOf({ ...asked, requests }).flatMap(({ serving }) => serving)).toHaveLength(130)
})

describe('probes', () => {
  test('of all bases every 10 s, before, during and after a change of the base in use', () => {
    const requests = [
      ...failingOver,
      ...BASES.flatMap((base) =>
        every(10_000, 3300, 130_000, { base }).map((probe) =>
          base === 'primary' && probe.at > 20_000 && probe.at < 70_000 ? { ...probe, ...down } : probe,
        ),
      ),
    ]
    const times = every(10_000, 3300, 130_000).map(({ at }) => at)
    expect(probesIn({ requests })).toEqual({ primary: times, fallback: times, 'fallback-2': times })
    expect(trafficIn({ requests })).toEqual([
      'arbitrum tickers: probes primary, fallback and fallback-2 every 10 s',
    ])
  })

  test('with growing pauses, of a base that failed', () => {
    const probes = [22_300, 26_300, 34_300, 49_300, 64_300].map((at) => ({ at, ...down }))
    const line = { requests: [...failingOver, ...probes] }
    expect(probesIn(line)).toEqual({ primary: probes.map(({ at }) => at) })
    expect(trafficIn(line)).toEqual(['arbitrum tickers: probes primary every 4 s to 15 s'])
  })

  test('pings of a client that lives on tickers, at whatever rhythm', () => {
    const pings = every(7000, 500, 130_000, { base: 'fallback', endpoint: 'ping' })
    expect(trafficIn({ requests: [...failingOver, ...pings] })).toEqual([
      'arbitrum ping: probes fallback every 7 s',
    ])
    expect(trafficIn({ requests: pings })).toEqual([])
  })

  test('an answer that the client acted on serves', () => {
    const contents = every(10_000, 3300, 130_000).map(({ at }, index) => flawed(null, 100 + index, at))
    const polled = contents.map((content) => flawed(null, 9000 + content.sentMs, content.sentMs))
    const probing = contents.map((content) => ({ at: content.sentMs, base: 'fallback' as const, content }))
    const requests = [...every(1000, 0, 130_000, { content: polled[0] }), ...probing]
    const observed = (prices: readonly number[]) => ({
      requests,
      contents: [...contents, ...polled],
      observations: prices.map((price, index) => ({ atMs: contents[index].sentMs + 20, price })),
    })
    const ofProbes = contents.map(({ prices }) => prices.get('ETH')?.[0] ?? 0)
    expect(probesIn(observed([])).fallback).toHaveLength(13)
    expect(probesIn(observed(ofProbes))).toEqual({})
  })

  test('two requests elsewhere are tries, not a series', () => {
    const tries = [40_300, 50_300].map((at) => ({ at, base: 'primary' as const }))
    expect(probesIn({ requests: [...failingOver, ...tries] })).toEqual({})
  })
})
