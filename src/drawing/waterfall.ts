/** Requests one below the other, each with the time that it took. */
import { AXIS_HEIGHT, axis, drawing, GUTTER, placeIn, type Span, WIDTH } from './frame.js'
import type { MarkKind } from './lanes.js'
import { element, text } from './svg.js'

export interface WaterfallRow extends Span {
  readonly n: number
  readonly kind: MarkKind
  /** What stands beside its bar. */
  readonly about: string
}

const ROW = 18
const LEAST_WIDTH = 2.5
/** About what a sign of the text beside a bar takes. */
const SIGN_WIDTH = 6.2

export function drawWaterfall(about: string, span: Span, rows: readonly WaterfallRow[]): string {
  const place = placeIn(span)
  const height = rows.length * ROW + 4
  const drawn = rows.map((row, index) => {
    const y = index * ROW + 2
    const x = place(row.fromMs)
    const width = Math.max(place(row.toMs) - x, LEAST_WIDTH)
    const fits = x + width + row.about.length * SIGN_WIDTH < WIDTH
    return element(
      'g',
      { class: 'row', 'data-n': row.n },
      element('text', { class: 'number', x: GUTTER - 8, y: y + 13, 'text-anchor': 'end' }, text(`#${row.n}`)),
      element('rect', { class: `mark ${row.kind}`, x, y: y + 3, width, height: ROW - 6 }),
      element(
        'text',
        {
          class: 'beside',
          x: fits ? x + width + 6 : x - 6,
          y: y + 13,
          'text-anchor': fits ? undefined : 'end',
        },
        text(row.about),
      ),
    )
  })
  return drawing(about, height + AXIS_HEIGHT, axis(span, height), ...drawn)
}
