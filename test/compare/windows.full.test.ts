/** Cache windows: seen from near and far, by few questions and many; what cannot be seen or proven is a note. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wouldShow } from '../../src/compare/observations.js'
import { cachedFor } from './plants.js'
import { compared, comparedWith, found, type Other, recordOf } from './support.js'

const QUIET = { quietHeaders: 'true' }
/** By bodies alone documented tickers change once a second. */
const SOURCES: readonly (readonly [
  rate: number,
  waysMs: readonly number[],
  what: string,
  other: Other,
  tickersMs: number,
])[] = [
  [100, [1], 'documented', {}, 300],
  [5, [10, 30, 20, 40], 'documented, without our headers', { settings: QUIET }, 1000],
  [20, [2, 60, 5], 'observed', { dialect: 'observed' }, 300],
]

test.each(SOURCES)('%i GETs a second, %j ms each way: %s', async (rate, waysMs, _what, other, tickersMs) => {
  const from = { ...other, rate, waysMs }
  const itself = await compared(from)
  expect([found(itself), itself.notes]).toEqual([[], []])
  for (const times of [2, 1e6])
    for (const [path, id, windowMs] of [
      ['/prices/tickers', 'tickers', tickersMs],
      ['/signed_prices', 'signed-prices', 1000],
    ] as const) {
      const longer = await compared({ ...from, plant: cachedFor(path, times * windowMs) })
      expect(found(longer), `${id} x ${times}`).toEqual([
        expect.stringMatching(`^cache window \\| ${id} \\| the same reply for \\d+ ms or more$`),
      ])
    }
})

test('windows that are off are seen', async () => {
  expect(found(await compared({ settings: { cache: 'off' } }))).toEqual([
    expect.stringMatching(/^cache window \| signed-prices \| three replies within \d\d\d ms$/),
  ])
})

test('a frozen clock is a note, not a difference', async () => {
  const plants = ['/prices/tickers', '/signed_prices', '/prices/candles'].map((path) => cachedFor(path, 1e9))
  const standing = await compared({
    plant: (said, nowMs) =>
      said.status === 200 ? plants.reduce((all, plant) => plant(all, nowMs), said) : said,
  })
  expect(found(standing)).toEqual([])
  expect(standing.notes).toEqual([
    'tickers: the cache window was not measured, as the reply never changed',
    'signed-prices: the cache window was not measured, as the reply never changed',
    'candles against tickers: not compared, as no later candles arrived',
  ])
})

test('a window that requests too rare cannot show is a note', async () => {
  const { differences, notes } = await compared({ rate: 1 })
  expect(differences).toEqual([])
  expect(notes[0]).toMatch(
    /^tickers: a cache window of 600 ms could not have been seen, as requests were \d+ ms apart and replies took \d+ ms$/,
  )
})

test('a source that answers 429 is not queried further: a note', async () => {
  const paths: string[] = []
  const observed = await recordOf({}, (path, asked) => {
    paths.push(path)
    return asked >= 20 && path.startsWith('/prices/tickers') ? new Response('{}', { status: 429 }) : undefined
  })
  const { differences, notes } = await comparedWith(observed)
  expect(differences).toEqual([])
  expect(notes).toEqual(['tickers: stopped after a reply with status 429'])
  expect(paths.lastIndexOf('/prices/tickers')).toBe(20)
  expect(observed.samples.tickers.at(-1)?.status).toBe(429)
})

test('detects windows for any alignment and query times', () => {
  const times = fc
    .array(fc.record({ apart: fc.integer({ min: 1, max: 400 }), took: fc.integer({ min: 1, max: 60 }) }), {
      minLength: 2,
      maxLength: 40,
    })
    .map((steps) => {
      let nowMs = 0
      return steps.map(({ apart, took }) => {
        const sentMs = nowMs
        nowMs += Math.max(apart, took)
        return { sentMs, receivedMs: sentMs + took }
      })
    })
  let shown = 0
  fc.assert(
    fc.property(
      times,
      fc.integer({ min: 200, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (asked, windowMs, phase, chances) => {
        const minMs = windowMs / 2
        if (!wouldShow(asked, windowMs, minMs)) return
        shown++
        const slots = asked.map(({ sentMs, receivedMs }) => {
          const servedMs = sentMs + (receivedMs - sentMs) * (chances.next().value as number)
          return Math.floor(servedMs / windowMs - phase)
        })
        const longest = asked.flatMap((first, from) =>
          asked
            .slice(from)
            .filter((_second, index) => slots[from + index] === slots[from])
            .map((second) => second.sentMs - first.receivedMs),
        )
        expect(Math.max(...longest)).toBeGreaterThan(minMs)
      },
    ),
    { numRuns: 2000 },
  )
  expect(shown).toBeGreaterThan(200)
})
