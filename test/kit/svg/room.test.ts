/** Words of drawings have room of their own: over no band, and within the frame. */
import { expect, test } from 'vitest'
import { ON_PAGE, SIGN_WIDTH } from '../../../src/kit/svg/frame.js'
import { drawLanes, type Lanes } from '../../../src/kit/svg/lanes.js'
import { drawWaterfall } from '../../../src/kit/svg/waterfall.js'
import { elementsOf, numbersOf, those, wordsOf } from './elements.js'

const SPAN = { fromMs: 0, toMs: 90_000 }
type Lane = Lanes['lanes'][number]

/** One lane with these bands. */
const drawn = (bands: Lane['bands'], given: Partial<Lanes> = {}, marks: Lane['marks'] = []) =>
  drawLanes({
    about: 'Requests',
    span: SPAN,
    phases: [],
    lanes: [{ name: 'arbitrum', marks, bands }],
    ...given,
  })

/** Bands that begin so long after one another, and last so long. */
const bandsOf = (count: number, everyMs: number, lastMs: number) =>
  Array.from({ length: count }, (_, n) => {
    const fromMs = 10_000 + n * everyMs
    return { name: `rule-${n}`, class: 'error', fromMs, toMs: fromMs + lastMs }
  })

test('overlapping bands share one ground, and each has a row for its name', () => {
  const drawing = drawn(bandsOf(3, 1, 50_000))
  expect(those(drawing, 'band-ground')).toHaveLength(1)
  const bands = those(drawing, 'band')
  const [tops, heights] = [numbersOf(bands, 'y'), numbersOf(bands, 'height')]
  for (const [index, y] of numbersOf(those(drawing, 'band-name'), 'y').entries()) {
    if (index > 0) expect(tops[index]).toBeGreaterThanOrEqual(tops[index - 1] + heights[index - 1])
    expect(y).toBeGreaterThan(tops[index])
    expect(y).toBeLessThan(tops[index] + heights[index])
  }
})

test('names keep within their bands on a page, and a narrow band has none', () => {
  const drawing = drawn([
    { name: 'down: closes the connection without a byte', fromMs: 10_000, toMs: 20_000 },
    { name: 'blip: 503', fromMs: 30_000, toMs: 30_100 },
  ])
  const names = those(drawing, 'band-name').map(wordsOf)
  expect(names).toEqual([expect.stringMatching(/^down: .*…$/), ''])
  const [width] = numbersOf(those(drawing, 'band'), 'width')
  expect(names[0].length * SIGN_WIDTH).toBeLessThanOrEqual(width)
})

test('live, bands that do not overlap share a row, and further rows fold', () => {
  const bands = (maxRows: number) =>
    those(drawn(bandsOf(4, 10_000, 15_000), { isLive: true, maxRows }), 'band')
  expect(new Set(numbersOf(bands(9), 'y')).size).toBe(2)
  expect([9, 1].map((rows) => bands(rows).length)).toEqual([4, 2])
})

test('bands one after another have a row each on a page, and a ground below their rows', () => {
  const drawing = drawn(bandsOf(6, 10_000, 5000))
  const lane = those(drawing, 'lane')
  const grounds = those(drawing, 'band-ground')
  const [tops, heights] = [numbersOf(grounds, 'y'), numbersOf(grounds, 'height')]
  expect(tops).toHaveLength(6)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(36)
  const bottom = numbersOf(lane, 'y')[0] + numbersOf(lane, 'height')[0]
  expect(tops.map((top, index) => top + heights[index])).toEqual(tops.map(() => bottom))
  expect(tops[0]).toBeGreaterThan(Math.max(...numbersOf(those(drawing, 'band'), 'y')))
})

test.each([
  ['a frame narrower than its gutter', { frame: { ...ON_PAGE, width: 100 } }],
  ['marks without height', { marksHeight: 0 }],
  ['a time of unknown requests that ends before its begin', { unkept: { name: '', fromMs: 9000, toMs: 0 } }],
])('no size is negative: %s', (_name, given) => {
  const marks = [{ n: 1, kind: 'good', fromMs: 0, toMs: 9000, about: '' } as const]
  const all = elementsOf(drawn(bandsOf(1, 0, 9000), given, marks), () => true)
  const sizes = ['width', 'height', 'r'].flatMap((name) => numbersOf(all, name)).filter(Number.isFinite)
  expect(sizes.length).toBeGreaterThan(4)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0)
})

test('words of a waterfall keep within its frame, beside their numbers', () => {
  const long = { n: 1, kind: 'silent', ...SPAN, about: 'GET /prices/tickers '.repeat(20) } as const
  const drawing = drawWaterfall('Evidence', SPAN, [long, { ...long, n: 12345, fromMs: 89_000 }])
  const words = those(drawing, 'beside')
  expect(numbersOf(words, 'x')).toEqual([ON_PAGE.gutter, ON_PAGE.gutter])
  for (const one of words)
    expect(wordsOf(one).length * 5.6).toBeLessThanOrEqual(ON_PAGE.width - ON_PAGE.gutter)
})
