/** Words of drawings have room of their own: over no band, and within the frame. */
import { expect, test } from 'vitest'
import { ON_PAGE, SIGN_WIDTH } from '../../../src/kit/svg/frame.js'
import { drawLanes } from '../../../src/kit/svg/lanes.js'
import type { Child, Element } from '../../../src/kit/svg/tree.js'
import { drawWaterfall } from '../../../src/kit/svg/waterfall.js'

const SPAN = { fromMs: 0, toMs: 90_000 }

/** All elements with that class. */
function those(child: Child, name: string): Element[] {
  if (typeof child === 'string') return []
  const isOne = String(child.attributes['class'] ?? '')
    .split(' ')
    .includes(name)
  return [...(isOne ? [child] : []), ...child.children.flatMap((inner) => those(inner, name))]
}

test('overlapping bands share one ground, and each has a row for its name', () => {
  const bands = [0, 1, 2].map((n) => ({
    name: `rule-${n}`,
    class: 'error',
    fromMs: 10_000 + n,
    toMs: 60_000,
  }))
  const drawn = drawLanes({
    about: 'Requests',
    span: SPAN,
    phases: [],
    lanes: [{ name: 'arbitrum', marks: [], bands }],
  })
  expect(those(drawn, 'band-ground')).toHaveLength(1)
  const boxes = those(drawn, 'band').map(({ attributes }) => [
    Number(attributes['y']),
    Number(attributes['height']),
  ])
  for (const [index, [y]] of boxes.entries())
    if (index > 0) expect(y).toBeGreaterThanOrEqual(boxes[index - 1][0] + boxes[index - 1][1])
  const names = those(drawn, 'band-name').map(({ attributes }) => Number(attributes['y']))
  names.forEach((y, index) => {
    expect(y).toBeGreaterThan(boxes[index][0])
    expect(y).toBeLessThan(boxes[index][0] + boxes[index][1])
  })
})

test('names keep within their bands on a page, and a narrow band has none', () => {
  const bands = [
    { name: 'down: closes the connection without a byte', fromMs: 10_000, toMs: 20_000 },
    { name: 'blip: 503', fromMs: 30_000, toMs: 30_100 },
  ]
  const lanes = [{ name: 'arbitrum', marks: [], bands }]
  const drawn = drawLanes({ about: 'Requests', span: SPAN, phases: [], lanes })
  const widths = those(drawn, 'band').map(({ attributes }) => Number(attributes['width']))
  const names = those(drawn, 'band-name').map(({ children }) => children.join(''))
  expect(names).toEqual([expect.stringMatching(/^down: .*…$/), ''])
  expect(names[0].length * SIGN_WIDTH).toBeLessThanOrEqual(widths[0])
})

test('live, bands that do not overlap share a row, and further rows fold', () => {
  const bands = [0, 1, 2, 3].map((n) => ({
    name: `rule-${n}`,
    fromMs: n * 10_000,
    toMs: n * 10_000 + 15_000,
  }))
  const lanes = [{ name: 'arbitrum', marks: [], bands }]
  const drawn = (maxRows: number) =>
    drawLanes({ about: 'Requests', span: SPAN, phases: [], lanes, isLive: true, maxRows })
  expect(new Set(those(drawn(9), 'band').map(({ attributes }) => attributes['y'])).size).toBe(2)
  expect([9, 1].map((rows) => those(drawn(rows), 'band').length)).toEqual([4, 2])
})

test('bands one after another have a row each on a page, and a ground below their rows', () => {
  const bands = [0, 1, 2, 3, 4, 5].map((n) => {
    return { name: `rule-${n}`, class: 'error', fromMs: n * 10_000, toMs: n * 10_000 + 5000 }
  })
  const lanes = [{ name: 'arbitrum', marks: [], bands }]
  const drawn = drawLanes({ about: 'Requests', span: SPAN, phases: [], lanes })
  const [lane] = those(drawn, 'lane')
  const bottom = Number(lane.attributes['y']) + Number(lane.attributes['height'])
  const grounds = those(drawn, 'band-ground')
  expect(grounds).toHaveLength(6)
  for (const { attributes } of grounds) {
    expect(Number(attributes['height'])).toBeGreaterThanOrEqual(36)
    expect(Number(attributes['y']) + Number(attributes['height'])).toBe(bottom)
  }
  const lowest = Math.max(...those(drawn, 'band').map(({ attributes }) => Number(attributes['y'])))
  expect(Number(grounds[0].attributes['y'])).toBeGreaterThan(lowest)
})

/** All sizes in a drawing. */
function sizesOf(child: Child): number[] {
  if (typeof child === 'string') return []
  const { attributes, children } = child
  const own = ['width', 'height', 'r'].flatMap((name) => Number(attributes[name] ?? []))
  return [...own.filter((size) => !Number.isNaN(size)), ...children.flatMap(sizesOf)]
}

test.each([
  ['a frame narrower than its gutter', { frame: { ...ON_PAGE, width: 100 } }],
  ['marks without height', { marksHeight: 0 }],
  ['a time of unknown requests that ends before its begin', { unkept: { name: '', fromMs: 9000, toMs: 0 } }],
])('no size is negative: %s', (_name, given) => {
  const marks = [{ n: 1, kind: 'good', fromMs: 0, toMs: 9000, about: '' } as const]
  const bands = [{ name: 'rule-1', fromMs: 0, toMs: 9000 }]
  const lanes = [{ name: 'arbitrum', marks, bands }]
  const sizes = sizesOf(drawLanes({ about: 'Requests', span: SPAN, phases: [], lanes, ...given }))
  expect(sizes.length).toBeGreaterThan(4)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0)
})

test('words of a waterfall keep within its frame, beside their numbers', () => {
  const long = { n: 1, kind: 'silent', ...SPAN, about: 'GET /prices/tickers '.repeat(20) } as const
  const drawn = drawWaterfall('Evidence', SPAN, [long, { ...long, n: 12345, fromMs: 89_000 }])
  for (const { attributes, children } of those(drawn, 'beside')) {
    expect(Number(attributes['x'])).toBe(ON_PAGE.gutter)
    expect(String(children[0]).length * 5.6).toBeLessThanOrEqual(ON_PAGE.width - ON_PAGE.gutter)
  }
})
