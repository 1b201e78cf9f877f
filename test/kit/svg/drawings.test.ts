/** Drawings as plain data: the report writes them as text, the dashboard makes the elements itself. */
import { describe, expect, test } from 'vitest'
import type { OutcomeClass } from '../../../src/kit/outcome-class.js'
import { drawCurves } from '../../../src/kit/svg/curves.js'
import { decimalStep, type Frame, ON_PAGE, timeStep } from '../../../src/kit/svg/frame.js'
import { drawLanes, type Lanes, withNow } from '../../../src/kit/svg/lanes.js'
import type { Mark } from '../../../src/kit/svg/marks.js'
import { element, toMarkup } from '../../../src/kit/svg/tree.js'
import { drawWaterfall, drawWaterfallAxis, drawWaterfallRow } from '../../../src/kit/svg/waterfall.js'
import { numbersOf, those, wordsOf } from './elements.js'

const HARMFUL = `</svg><script>alert("1")</script>&'\u0007`
const SPAN = { fromMs: 0, toMs: 90_000 }
const PHASES = [
  { name: 'warm-up', fromMs: 0, toMs: 10_000 },
  { name: 'incident', fromMs: 10_000, toMs: 90_000 },
]

const mark = (n: number, kind: OutcomeClass, fromMs: number, tookMs = 4): Mark => {
  return { n, kind, fromMs, toMs: fromMs + tookMs, about: `#${n} ${kind}` }
}
const MARKS = [
  mark(1, 'good', 1000),
  mark(2, 'error', 10_000),
  mark(3, 'error', 10_010),
  mark(4, 'wrong', 20_000, 400),
  mark(5, 'silent', 30_000, 9000),
  mark(6, 'silent', 31_000, 9000),
  mark(7, 'broken', 60_000),
]
const LANES: Lanes = {
  about: 'Requests by base',
  span: SPAN,
  phases: PHASES,
  lanes: [
    {
      name: 'arbitrum',
      marks: MARKS,
      bands: [{ name: `dead: ${'no answer '.repeat(20)}`, fromMs: 30_000, toMs: 60_000 }],
    },
    { name: HARMFUL, marks: [], bands: [] },
  ],
}

describe('the report', () => {
  test('its lanes, curves and waterfalls are written as they ever were', async () => {
    const curves = drawCurves({
      about: 'Age of the data',
      span: SPAN,
      phases: PHASES,
      bands: [{ name: 'ETH -18%', fromMs: 20_000, toMs: 60_000 }],
      curves: [{ class: 'age', points: MARKS.map(({ fromMs, n }) => [fromMs, n * 10]) }],
      dots: [
        { class: 'stale', atMs: 20_000, value: 20, about: 'old' },
        { class: 'stale', atMs: 20_000, value: 20, about: 'old' },
      ],
      bounds: [{ class: 'good', value: 40, name: 'good up to 40 ms' }],
      range: [0, 80],
      format: (value) => `${value} ms`,
      step: decimalStep,
    })
    const written = [drawLanes(LANES), curves, drawWaterfall('Evidence', SPAN, MARKS)].map(toMarkup)
    await expect(`${written.join('\n')}\n`).toMatchFileSnapshot('../../golden/drawings.html')
  })

  test('scales are labelled at round values', () => {
    expect([80, 22, 5.1, 0.0031].map((length) => decimalStep(length, 5))).toEqual([20, 5, 2, 0.001])
    expect([22_000, 1_320_000].map((ms) => timeStep(ms, 5))).toEqual([5_000, 300_000])
  })

  test('data is never markup', () => {
    const written = toMarkup(drawLanes(LANES))
    expect(written).not.toContain('<script')
    expect(written).not.toContain('\u0007')
    expect(written.match(/<svg/g)).toHaveLength(1)
    expect(toMarkup(element('a', { title: HARMFUL }, HARMFUL))).not.toMatch(/<script|"1"/)
  })
})

describe('the dashboard', () => {
  const frame: Frame = { ...ON_PAGE, width: 400, gutter: 100 }

  test('"now" is a line where the time is, and none where that is out of sight', () => {
    const at = (nowMs: number) =>
      numbersOf(those(withNow(drawLanes({ ...LANES, frame }), nowMs, SPAN, frame), 'now'), 'x1')
    expect([0, 45_000, 90_000, 90_001].map(at)).toEqual([[100], [240], [380], []])
  })

  test('common events are above the lanes at their begin, without overlapping names', () => {
    const happenings = [
      { name: 'ETH -18% over 40s', fromMs: 20_000 },
      { name: 'BTC -5%', fromMs: 21_000 },
      { name: 'far away', fromMs: 1e9 },
      { name: 'SOL', fromMs: 80_000 },
    ].map((one) => ({ ...one, toMs: one.fromMs + 1000, class: 'event' }))
    const plain = drawLanes({ ...LANES, frame })
    const drawn = drawLanes({ ...LANES, frame, strip: { name: 'market', happenings } })
    const seen = those(drawn, 'happening')
    const labels = seen.map(({ attributes }) => attributes['aria-label'])
    expect(labels).toEqual(['ETH -18% over 40s', 'BTC -5%', 'SOL'])
    const lines = seen.map((one) => those(one, 'lasts')[0].attributes['y'])
    expect(lines[0]).not.toBe(lines[1])
    expect(lines[0]).toBe(lines[2])
    expect(Number(drawn.attributes['height'])).toBeGreaterThan(Number(plain.attributes['height']))
  })

  test('marks are named buttons that list their requests', () => {
    const marks = those(drawLanes({ ...LANES, isLive: true }), 'mark')
    expect(marks.map(({ attributes }) => attributes['role'])).toEqual(marks.map(() => 'button'))
    expect(marks.map(({ attributes }) => attributes['data-n'])).toEqual(['1', '2 3', '4', '5', '6', '7'])
    expect(marks[1].attributes['aria-label']).toBe('#2 error, and 1 more like it at the same time')
  })

  test('ten thousand simultaneous held requests merge into a few marks', () => {
    const held = Array.from({ length: 10_000 }, (_, i) =>
      mark(i + 1, i % 2 ? 'silent' : 'wrong', i * 5, 20_000),
    )
    const [lane] = LANES.lanes
    const marks = those(drawLanes({ ...LANES, lanes: [{ ...lane, marks: held }], isLive: true }), 'mark')
    expect(marks.length).toBeLessThan(100)
    const more = marks.map(({ attributes }) => /and (\d+) more/.exec(String(attributes['aria-label'])))
    const count = more.reduce((sum, found) => sum + 1 + Number(found?.[1] ?? 0), 0)
    expect(count).toBe(10_000)
    // In a report each has its own.
    const whole = those(drawLanes({ ...LANES, lanes: [{ ...lane, marks: held }] }), 'mark')
    expect(whole.length).toBe(10_000)
  })

  test('a row of a waterfall alone lies where it lies in the whole', () => {
    const whole = those(drawWaterfall('all', SPAN, [MARKS[4]]), 'mark')
    const alone = those(drawWaterfallRow(MARKS[4], SPAN, ON_PAGE), 'mark')
    for (const name of ['x', 'width']) expect(numbersOf(alone, name)).toEqual(numbersOf(whole, name))
    expect(those(drawWaterfallAxis(SPAN, ON_PAGE), 'tick').map(wordsOf)).toContain('+0:30')
  })

  test.each([
    ['a minute', 60_000],
    ['a day', 86_400_000],
    ['a year', 31_536e6],
    ['no time at all', 0],
  ])('%s fills the width, and has few marks on its axis, apart', (_name, toMs) => {
    const drawn = drawLanes({ ...LANES, frame, span: { fromMs: 0, toMs } })
    expect(drawn.attributes['viewBox']).toMatch(/^0 0 400 /)
    const places = numbersOf(those(drawn, 'tick'), 'x')
    expect(places.length).toBeGreaterThan(0)
    expect(places.length).toBeLessThan(8)
    for (const [index, x] of places.slice(1).entries()) expect(x - places[index]).toBeGreaterThan(40)
  })
})

describe('labels of phases', () => {
  const widthOf = (name: unknown) => String(name).length * 6
  test.each([
    ['a cut-short recovery', [0, 10_000, 89_900]],
    ['an incident of a second', [0, 10_000, 11_000]],
    ['all at the end', [89_000, 89_500, 89_900]],
    ['all at once', [0, 0, 0]],
  ])('neither overlap nor leave the frame: %s', (_name, starts) => {
    const phases = ['warm-up', 'incident', 'recovery'].map((name, index) => {
      return { name, fromMs: starts[index], toMs: starts[index + 1] ?? SPAN.toMs }
    })
    for (const frame of [ON_PAGE, { ...ON_PAGE, width: 360, gutter: 60 }]) {
      const labels = those(drawLanes({ ...LANES, phases, frame }), 'phase-name')
      const ends = labels.map(({ attributes, children }) => Number(attributes['x']) + widthOf(children[0]))
      expect(labels).toHaveLength(3)
      for (const index of [1, 2])
        expect(Number(labels[index].attributes['x'])).toBeGreaterThan(ends[index - 1])
      expect(ends[2]).toBeLessThanOrEqual(frame.width)
      expect(Number(labels[0].attributes['x'])).toBeGreaterThanOrEqual(0)
    }
  })
})
