/** Candles as a drawing: no label is cut or covered, whatever the price. */
import { describe, expect, test } from 'vitest'
import { drawCandles } from '../../../src/kit/svg/candles.js'
import { AXIS_HEIGHT } from '../../../src/kit/svg/frame.js'
import { type CandleSeries, type DrawnCandle, priceScale } from '../../../src/kit/svg/price-scale.js'
import type { Child, Element } from '../../../src/kit/svg/tree.js'
import { elementsOf, wordsOf } from './elements.js'

const HEIGHT = 320
const SPAN = { fromMs: 0, toMs: 600_000 }
const FRAME = { width: 560, gutter: 80, label: (ms: number) => `${ms / 1000}` }
const widthOf = (words: string) => words.length * 7
const FITTED = { isLog: false, stretch: 1 }

/** Ten candles of a minute whose price wanders by `part` of `usd`. */
const seriesOf = (usd: number, part = 0.01, given: Partial<CandleSeries> = {}): CandleSeries => ({
  periodMs: 60_000,
  decimals: 20,
  isCut: false,
  candles: Array.from({ length: 10 }, (_, n): DrawnCandle => {
    const [open, close] = [n, n + 1].map((step) => usd * (1 + part * Math.sin(step)))
    return [n * 60, open, Math.max(open, close), Math.min(open, close), close]
  }),
  ...given,
})

const drawn = (
  series: CandleSeries,
  view = FITTED,
  marks: Parameters<typeof drawCandles>[0]['marks'] = [],
) => {
  const scale = priceScale(series, SPAN, HEIGHT, view)
  const given = { series, marks, scale, widthOf, isNewest: true }
  return { scale, part: drawCandles({ ...given, span: SPAN, frame: FRAME, height: HEIGHT }) }
}

const textsIn = (child: Child) => elementsOf(child, ({ name }) => name === 'text')

/** The box of a text, with its anchor. */
function boxOf(text: Element) {
  const { attributes } = text
  const words = wordsOf(text)
  const [x, y] = [Number(attributes['x']), Number(attributes['y'])]
  const before = { middle: 0.5, end: 1 }[String(attributes['text-anchor'])] ?? 0
  const left = x - before * widthOf(words)
  return { words, left, right: left + widthOf(words), top: y - 10, bottom: y + 2 }
}

describe.each([1.2e-8, 1.37e-6, 1, 1767.95, 61_794.4])('prices of %d USD', (usd) => {
  test.each([
    ['fitted', FITTED, 0.01],
    ['standing still', FITTED, 0],
    ['stretched', { isLog: false, stretch: 20 }, 0.01],
    ['compressed', { isLog: false, stretch: 0.02 }, 0.01],
    ['logarithmic', { isLog: true, stretch: 1 }, 0.9],
    ['logarithmic and narrow', { isLog: true, stretch: 1 }, 0.001],
  ])('%s: labels are distinct, apart and in the chart', (_name, view, part) => {
    const { scale, part: drawing } = drawn(seriesOf(usd, part), view)
    const labels = scale.labels.map(({ words }) => words)
    expect(labels.length).toBeGreaterThan(2)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((words) => /^0\.0{5}|e-|NaN|-/.test(words))).toEqual([])
    const boxes = textsIn(drawing).map(boxOf)
    const inGutter = boxes.filter(({ right }) => right <= FRAME.gutter).sort((a, b) => a.top - b.top)
    for (const [index, { top, bottom }] of inGutter.entries()) {
      expect(top).toBeGreaterThanOrEqual(-2)
      expect(bottom).toBeLessThanOrEqual(HEIGHT - AXIS_HEIGHT + 8)
      if (index > 0) expect(top).toBeGreaterThanOrEqual(inGutter[index - 1].bottom)
    }
  })

  test('a height and its price are inverse, on either scale', () => {
    for (const isLog of [false, true]) {
      const { y, usdAt } = drawn(seriesOf(usd), { isLog, stretch: 1.5 }).scale
      for (const height of [0, 50, 300]) expect(y(usdAt(height))).toBeCloseTo(height, 3)
    }
  })
})

test('moves of one candle share a label, and labels never overlap or leave the chart', () => {
  const marks = [0, 60, 60, 120, 300, 540].map((atSeconds) => {
    return { atSeconds, what: `−${atSeconds / 10} % over 40 s`, kind: 'event' as const }
  })
  const { part } = drawn(seriesOf(1767.95), FITTED, marks)
  const texts = textsIn(part).filter(({ attributes }) => String(attributes['class']).startsWith('chart-mark'))
  const boxes = texts.map(boxOf).filter(({ words }) => words.length > 1)
  expect(texts.length - boxes.length).toBe(5)
  expect(boxes.map(({ words }) => words)).toContain('−30 % over 40 s')
  for (const [index, a] of boxes.entries()) {
    expect(a.left).toBeGreaterThanOrEqual(FRAME.gutter)
    expect(a.right).toBeLessThanOrEqual(FRAME.width)
    for (const b of boxes.slice(index + 1))
      expect(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top).toBe(true)
  }
  const pair = [60, 60].map((atSeconds) => ({ atSeconds, what: '−5 % at once', kind: 'event' as const }))
  const words = textsIn(drawn(seriesOf(1767.95), FITTED, pair).part).map(wordsOf)
  expect(words).toContain('−5 % and 1 more')
})

test('candles of a second are a course; a cut page says so where it begins', () => {
  const looks = (series: CandleSeries) =>
    elementsOf(drawn(series).part, ({ name }) => name === 'path').map(({ attributes }) => attributes['class'])
  expect(looks(seriesOf(1))).toEqual(['up', 'down'])
  expect(looks(seriesOf(1, 0.01, { periodMs: 1000 }))).toEqual(['course'])
  for (const isCut of [true, false]) {
    const cut = seriesOf(1, 0.01, { isCut, candles: seriesOf(1).candles.slice(4) })
    expect(textsIn(drawn(cut).part).map(wordsOf).includes('At most 6 candles')).toBe(isCut)
  }
})
