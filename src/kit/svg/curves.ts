/** Line charts with dots. */
import { groupBy } from '../maps.js'
import {
  AXIS_HEIGHT,
  axis,
  drawing,
  multiplesIn,
  type NamedTimeSpan,
  ON_PAGE,
  phaseMarks,
  type TimeSpan,
  xScaleIn,
} from './frame.js'
import { type Element, element, line, rect, text } from './tree.js'

export type Point = readonly [atMs: number, value: number]

export interface Curve {
  readonly class: string
  readonly points: readonly Point[]
}

export interface Dot {
  readonly class: string
  readonly atMs: number
  readonly value: number
  readonly about: string
}

export interface Bound {
  readonly class: string
  readonly value: number
  readonly name: string
}

export interface Curves {
  readonly about: string
  readonly span: TimeSpan
  readonly phases: readonly NamedTimeSpan[]
  readonly bands: readonly NamedTimeSpan[]
  readonly curves: readonly Curve[]
  readonly dots: readonly Dot[]
  readonly bounds: readonly Bound[]
  /** Lowest and highest value; others are drawn on the edge. */
  readonly range: readonly [low: number, high: number]
  /** A value of the scale, whose labels are `distance` apart. */
  readonly format: (value: number, distance: number) => string
  /** The distance of labels: `timeStep` or `decimalStep`. */
  readonly step: (length: number, maxSteps: number) => number
}

const HEIGHT = 130
const TOP = 18
const MAX_STEPS = 5

export function drawCurves(values: Curves): Element {
  const { about, span, phases, bands, curves, dots, bounds, range, format, step } = values
  const [low, high] = range
  const length = high - low || 1
  const frame = ON_PAGE
  const place = xScaleIn(span, frame)
  const heightOf = (value: number) =>
    TOP +
    ((high - Math.min(Math.max(Number.isNaN(value) ? low : value, low), high)) / length) * (HEIGHT - TOP - 4)
  const distance = step(length, MAX_STEPS)
  const scale = multiplesIn(low, high, distance)
  return drawing(
    about,
    frame,
    HEIGHT + AXIS_HEIGHT,
    axis(span, frame, HEIGHT),
    ...bands.flatMap(({ name, fromMs, toMs }) => {
      const x = place(fromMs)
      return [
        rect('band event', x, TOP - 4, place(toMs) - x, HEIGHT - TOP + 4),
        text('band-name', x + 3, HEIGHT - 4, name),
      ]
    }),
    ...scale.map((value) =>
      text('tick', frame.gutter - 8, heightOf(value) + 4, format(value, distance), 'end'),
    ),
    ...bounds.flatMap(({ class: name, value, name: words }) => {
      const y = heightOf(value)
      return [
        line(`bound ${name}`, frame.gutter, y, frame.width, y),
        text('bound-name', frame.width - 4, y - 3, words, 'end'),
      ]
    }),
    ...curves.map((curve) =>
      element('polyline', {
        class: `curve ${curve.class}`,
        points: thinned(curve.points.map(([ms, value]): Point => [place(ms), heightOf(value)]))
          .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
          .join(' '),
      }),
    ),
    ...mergeDots(dots, (dot) => [place(dot.atMs), heightOf(dot.value)]).map(({ dot, x, y, more }) =>
      element(
        'circle',
        { class: `dot ${dot.class}`, cx: x, cy: y, r: 2.5, role: 'img' },
        element('title', {}, more === 0 ? dot.about : `${dot.about} (and ${more} more here)`),
      ),
    ),
    phaseMarks(phases, span, frame, HEIGHT),
  )
}

/** Reduces each pixel column to its first, last, lowest and highest point. */
function thinned(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (let from = 0, to = 0; from < points.length; from = to) {
    const column = Math.round(points[from][0])
    let [lowest, highest] = [from, from]
    for (to = from; to < points.length && Math.round(points[to][0]) === column; to++) {
      if (points[to][1] < points[lowest][1]) lowest = to
      if (points[to][1] > points[highest][1]) highest = to
    }
    const indices = new Set([from, lowest, highest, to - 1].sort((a, b) => a - b))
    for (const index of indices) kept.push(points[index])
  }
  return kept
}

/** Dots of a class that share a pixel as one. */
function mergeDots(dots: readonly Dot[], place: (dot: Dot) => Point) {
  const placed = dots.map((dot) => ({ dot, at: place(dot) }))
  const byPlace = groupBy(placed, ({ dot, at: [x, y] }) => `${dot.class} ${Math.round(x)} ${Math.round(y)}`)
  return [...byPlace.values()].map((group) => {
    const [{ dot, at }] = group
    return { dot, x: at[0], y: at[1], more: group.length - 1 }
  })
}
