/** Two runs on one time axis: per lane, one above a line and the other below it. */
import type { OutcomeClass } from '../outcome-class.js'
import { AXIS_HEIGHT, axis, bar, drawing, ON_PAGE, type TimeSpan, xScaleIn } from './frame.js'
import { type Element, element, line, rect, text } from './tree.js'

export interface RequestStretch extends TimeSpan {
  readonly kind: OutcomeClass
}

export interface Mirrored {
  readonly about: string
  readonly span: TimeSpan
  readonly lanes: readonly {
    readonly name: string
    readonly above: readonly RequestStretch[]
    readonly below: readonly RequestStretch[]
  }[]
}

const HALF = 16
const GAP = 8
const MIN_STRETCH_WIDTH = 1.5

export function drawMirrored({ about, span, lanes }: Mirrored): Element {
  const frame = ON_PAGE
  const place = xScaleIn(span, frame)
  const height = lanes.length * (2 * HALF + GAP)
  const half = (stretches: readonly RequestStretch[], y: number) =>
    stretches.map((stretch) => bar(`mark ${stretch.kind}`, stretch, place, y, HALF - 2, MIN_STRETCH_WIDTH))
  const drawn = lanes.map(({ name, above, below }, index) => {
    const y = index * (2 * HALF + GAP)
    const width = frame.width - frame.gutter
    const [first, detail = ''] = name.split(' ')
    return element(
      'g',
      { role: 'group', 'aria-label': name },
      rect('lane', frame.gutter, y, width, 2 * HALF),
      text('lane-name', 0, y + HALF + (detail === '' ? 4 : -2), first),
      text('lane-detail', 0, y + HALF + 12, detail),
      ...half(above, y + 1),
      ...half(below, y + HALF + 1),
      line('phase', frame.gutter, y + HALF, frame.width, y + HALF),
    )
  })
  const begun = place(0)
  const start = line('phase', begun, 0, begun, height)
  return drawing(about, frame, height + AXIS_HEIGHT, axis(span, frame, height), ...drawn, start)
}
