/** Values over time: lines, and dots on them. */
import {
  AXIS_HEIGHT,
  axis,
  drawing,
  GUTTER,
  type NamedSpan,
  phaseMarks,
  placeIn,
  type Span,
  WIDTH,
} from './frame.js'
import { element, text } from './svg.js'

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

/** A value that matters, drawn from left to right. */
export interface Bound {
  readonly class: string
  readonly value: number
  readonly name: string
}

export interface Curves {
  readonly about: string
  readonly span: Span
  readonly phases: readonly NamedSpan[]
  readonly bands: readonly NamedSpan[]
  readonly curves: readonly Curve[]
  readonly dots: readonly Dot[]
  readonly bounds: readonly Bound[]
  /** Lowest and highest value drawn; others lie on the edge. */
  readonly range: readonly [low: number, high: number]
  readonly format: (value: number) => string
}

const HEIGHT = 130
const TOP = 18
const STEPS = 4

export function drawCurves(values: Curves): string {
  const { about, span, phases, bands, curves, dots, bounds, range, format } = values
  const [low, high] = range
  const place = placeIn(span)
  const heightOf = (value: number) =>
    TOP +
    ((high - Math.min(Math.max(Number.isNaN(value) ? low : value, low), high)) / Math.max(high - low, 1e-9)) *
      (HEIGHT - TOP - 4)
  const scale = Array.from({ length: STEPS + 1 }, (_, step) => low + ((high - low) * step) / STEPS)
  return drawing(
    about,
    HEIGHT + AXIS_HEIGHT,
    axis(span, HEIGHT),
    ...bands.map(({ name, fromMs, toMs }) => {
      const x = place(fromMs)
      return (
        element('rect', {
          class: 'band event',
          x,
          y: TOP - 4,
          width: place(toMs) - x,
          height: HEIGHT - TOP + 4,
        }) + element('text', { class: 'band-name', x: x + 3, y: HEIGHT - 4 }, text(name))
      )
    }),
    ...scale.map((value) =>
      element(
        'text',
        { class: 'tick', x: GUTTER - 8, y: heightOf(value) + 4, 'text-anchor': 'end' },
        text(format(value)),
      ),
    ),
    ...bounds.map(({ class: name, value, name: words }) => {
      const y = heightOf(value)
      return (
        element('line', { class: `bound ${name}`, x1: GUTTER, x2: WIDTH, y1: y, y2: y }) +
        element('text', { class: 'bound-name', x: WIDTH - 4, y: y - 3, 'text-anchor': 'end' }, text(words))
      )
    }),
    ...curves.map((curve) =>
      element('polyline', {
        class: `curve ${curve.class}`,
        points: curve.points
          .map(([ms, value]) => `${place(ms).toFixed(1)},${heightOf(value).toFixed(1)}`)
          .join(' '),
      }),
    ),
    ...dots.map(({ class: name, atMs, value, about }) =>
      element(
        'circle',
        { class: `dot ${name}`, cx: place(atMs), cy: heightOf(value), r: 2.5, role: 'img' },
        element('title', {}, text(about)),
      ),
    ),
    phaseMarks(phases, span, HEIGHT),
  )
}
