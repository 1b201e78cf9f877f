/** Two runs on one time axis: per lane, one above a line and the other below it. */
import type { OutcomeClass } from '../outcome-class.js'
import { AXIS_HEIGHT, axis, drawing, ON_PAGE, type TimeSpan, xScaleIn } from './frame.js'
import { type Element, element } from './tree.js'

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
const MIN_WIDTH = 1.5

export function drawMirrored({ about, span, lanes }: Mirrored): Element {
  const frame = ON_PAGE
  const place = xScaleIn(span, frame)
  const height = lanes.length * (2 * HALF + GAP)
  const half = (stretches: readonly RequestStretch[], y: number) =>
    stretches.map(({ kind, fromMs, toMs }) => {
      const x = place(fromMs)
      const width = Math.max(place(toMs) - x, MIN_WIDTH)
      return element('rect', { class: `mark ${kind}`, x, y, width, height: HALF - 2 })
    })
  const drawn = lanes.map(({ name, above, below }, index) => {
    const y = index * (2 * HALF + GAP)
    const width = frame.width - frame.gutter
    const [first, detail = ''] = name.split(' ')
    return element(
      'g',
      { role: 'group', 'aria-label': name },
      element('rect', { class: 'lane', x: frame.gutter, y, width, height: 2 * HALF }),
      element('text', { class: 'lane-name', x: 0, y: y + HALF + (detail === '' ? 4 : -2) }, first),
      element('text', { class: 'lane-detail', x: 0, y: y + HALF + 12 }, detail),
      ...half(above, y + 1),
      ...half(below, y + HALF + 1),
      element('line', { class: 'phase', x1: frame.gutter, x2: frame.width, y1: y + HALF, y2: y + HALF }),
    )
  })
  const begun = place(0)
  const start = element('line', { class: 'phase', x1: begun, x2: begun, y1: 0, y2: height })
  return drawing(about, frame, height + AXIS_HEIGHT, axis(span, frame, height), ...drawn, start)
}
