/** Waterfall of requests: a row each, with a bar for its duration. */
import type { OutcomeClass } from '../outcome-class.js'
import {
  AXIS_HEIGHT,
  axis,
  bar,
  decoration,
  drawing,
  type Frame,
  ON_PAGE,
  type TimeSpan,
  truncateLabel,
  type XScale,
  xScaleIn,
} from './frame.js'
import { type Element, element, text } from './tree.js'

export interface WaterfallRow extends TimeSpan {
  readonly n: number
  readonly kind: OutcomeClass
  readonly about: string
}

/** A line of text above a bar: next to a long bar there is no room on either side. */
const ROW = 32
/** A bar alone. */
const BAR = 18
const TEXT = 13
/** Approximate width of a character. */
const WORD_SIGN_WIDTH = 5.6

export function drawWaterfall(about: string, span: TimeSpan, rows: readonly WaterfallRow[]): Element {
  const frame = ON_PAGE
  const place = xScaleIn(span, frame)
  const height = rows.length * ROW + 4
  const drawn = rows.map((row, index) => {
    const y = index * ROW + 2
    const words = truncateLabel(row.about, (frame.width - frame.gutter) / WORD_SIGN_WIDTH)
    return element(
      'g',
      { class: 'row', 'data-n': row.n },
      element('title', {}, row.about),
      text('number', frame.gutter - 8, y + 11, `#${row.n}`, 'end'),
      text('beside', frame.gutter, y + 11, words),
      drawBar(row, place, y + TEXT),
    )
  })
  return drawing(about, frame, height + AXIS_HEIGHT, axis(span, frame, height), ...drawn)
}

/** A single row for a virtualised list, without text. */
export function drawWaterfallRow(row: Omit<WaterfallRow, 'about'>, span: TimeSpan, frame: Frame): Element {
  return decoration('bar', frame, BAR, drawBar(row, xScaleIn(span, frame), 0))
}

export function drawWaterfallAxis(span: TimeSpan, frame: Frame): Element {
  return decoration('bar-axis', frame, BAR, axis(span, frame, 0))
}

function drawBar(row: Omit<WaterfallRow, 'about'>, place: XScale, y: number): Element {
  return bar(`mark ${row.kind}`, row, place, y + 3, BAR - 6)
}
