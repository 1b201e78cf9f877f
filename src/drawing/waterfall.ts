/** Requests one below the other, each with the time that it took. */

import type { OutcomeClass } from '../core/outcome-class.js'
import { AXIS_HEIGHT, axis, drawing, type Frame, ON_PAGE, type Place, placeIn, type Span } from './frame.js'
import { LEAST_WIDTH } from './marks.js'
import { type Element, element } from './tree.js'

export interface WaterfallRow extends Span {
  readonly n: number
  readonly kind: OutcomeClass
  /** What stands beside its bar. */
  readonly about: string
}

const ROW = 18
/** About what a sign of the text beside a bar takes. */
const SIGN_WIDTH = 6.2

export function drawWaterfall(about: string, span: Span, rows: readonly WaterfallRow[]): Element {
  const frame = ON_PAGE
  const place = placeIn(span, frame)
  const height = rows.length * ROW + 4
  const drawn = rows.map((row, index) => {
    const y = index * ROW + 2
    const { x, width } = reach(row, place)
    const fits = x + width + row.about.length * SIGN_WIDTH < frame.width
    return element(
      'g',
      { class: 'row', 'data-n': row.n },
      element('text', { class: 'number', x: frame.gutter - 8, y: y + 13, 'text-anchor': 'end' }, `#${row.n}`),
      drawBar(row, place, y),
      element(
        'text',
        {
          class: 'beside',
          x: fits ? x + width + 6 : x - 6,
          y: y + 13,
          'text-anchor': fits ? undefined : 'end',
        },
        row.about,
      ),
    )
  })
  return drawing(about, frame, height + AXIS_HEIGHT, axis(span, frame, height), ...drawn)
}

/** One row alone, for a list that makes only those that are seen: its words stand beside the drawing. */
export function drawWaterfallRow(row: Omit<WaterfallRow, 'about'>, span: Span, frame: Frame): Element {
  const { width } = frame
  return element(
    'svg',
    { class: 'bar', viewBox: `0 0 ${width} ${ROW}`, width, height: ROW, 'aria-hidden': 'true' },
    drawBar(row, placeIn(span, frame), 0),
  )
}

/** The moments that the rows of such a list have in common, for its head. */
export function drawWaterfallAxis(span: Span, frame: Frame): Element {
  const { width } = frame
  return element(
    'svg',
    { class: 'bar-axis', viewBox: `0 0 ${width} ${ROW}`, width, height: ROW, 'aria-hidden': 'true' },
    axis(span, frame, 0),
  )
}

function reach({ fromMs, toMs }: Span, place: Place): { readonly x: number; readonly width: number } {
  const x = place(fromMs)
  return { x, width: Math.max(place(toMs) - x, LEAST_WIDTH) }
}

function drawBar(row: Omit<WaterfallRow, 'about'>, place: Place, y: number): Element {
  const { x, width } = reach(row, place)
  return element('rect', { class: `mark ${row.kind}`, x, y: y + 3, width, height: ROW - 6 })
}
