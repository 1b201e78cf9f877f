/** Candles over a time axis, with a price scale and marks where something moves the price. */
import { formatUsd } from '../text/usd.js'
import { AXIS_HEIGHT, axis, decoration, type Frame, type TimeSpan, xScaleIn } from './frame.js'
import { type CandleSeries, type DrawnCandle, type PriceScale, TOP } from './price-scale.js'
import { type Element, element, line, rect, text } from './tree.js'

export interface CandleMark {
  /** The start of its candle. */
  readonly atSeconds: number
  readonly what: string
  readonly kind: 'event' | 'price'
}

interface Scaled {
  readonly frame: Frame
  readonly scale: PriceScale
  readonly widthOf: (words: string) => number
}

interface Drawn extends Scaled {
  readonly series: CandleSeries
  /** Whether the last candle is running. */
  readonly isNewest: boolean
  readonly marks: readonly CandleMark[]
  readonly span: TimeSpan
  readonly height: number
}

const LABEL_HEIGHT = 16

export function drawCandles(drawn: Drawn): Element {
  const { series, isNewest, span, frame, height, scale } = drawn
  const { y, bottom, labels } = scale
  const last = series.candles.at(-1)
  const price = isNewest && last ? drawPrice(last[4], lookOf(series, last), drawn) : []
  // The name of the current price covers no label.
  const isFree = (usd: number) => price.length === 0 || Math.abs(y(usd) - y(last?.[4] ?? 0)) > LABEL_HEIGHT
  return decoration(
    'candles',
    frame,
    height,
    axis(span, frame, bottom),
    ...labels.map(({ usd }) => line('grid', frame.gutter, y(usd), frame.width, y(usd))),
    ...labels
      .filter(({ usd }) => isFree(usd))
      .map(({ usd, words }) => text('tick', frame.gutter - 6, y(usd) + 4, words, 'end')),
    ...drawShapes(drawn),
    ...price,
    ...drawMarks(drawn),
    ...drawGap(drawn),
  )
}

/** Candles of a second have one price each. */
const SINGLE_MS = 1000

/** The price that a candle is compared with: its first, or that of the candle before if it has one price alone. */
export function openOf({ candles, periodMs }: CandleSeries, candle: DrawnCandle): number {
  return (periodMs === SINGLE_MS && candles[candles.indexOf(candle) - 1]?.[4]) || candle[1]
}

const lookOf = (series: CandleSeries, candle: DrawnCandle) =>
  candle[4] < openOf(series, candle) ? 'down' : 'up'

/** Bodies and wicks, or a line through single prices. */
function drawShapes({ series, span, frame, scale: { visible, y } }: Drawn): Element[] {
  const { periodMs } = series
  const place = xScaleIn(span, frame)
  const paths = { up: '', down: '', course: '' }
  for (const [seconds, open, high, low, close] of visible) {
    const [from, to] = [place(seconds * 1000), place(seconds * 1000 + periodMs)]
    const gap = (to - from) * 0.15
    const [x, left, right, ...ys] = [
      (from + to) / 2,
      from + gap,
      to - gap,
      ...[high, low, open, close].map(y),
    ].map((number) => number.toFixed(1))
    if (periodMs === SINGLE_MS) paths.course += `${paths.course === '' ? 'M' : 'L'}${x} ${ys[3]}`
    else
      paths[close < open ? 'down' : 'up'] +=
        `M${x} ${ys[0]}V${ys[1]}M${left} ${ys[2]}H${right}V${ys[3]}H${left}Z`
  }
  return Object.entries(paths).flatMap(([look, d]) => (d === '' ? [] : element('path', { class: look, d })))
}

/** Least distance of the lines of two texts, px. */
const LINE_HEIGHT = 11

/** Arrows and circles at their candles, with a name where that covers no other. */
function drawMarks({ series, marks, span, frame, scale: { visible, y }, widthOf }: Drawn): Element[] {
  const place = xScaleIn(span, frame)
  const placed = visible.flatMap(([seconds, , high]) => {
    const [mark, ...others] = marks.filter(({ atSeconds }) => atSeconds === seconds)
    const x = place(seconds * 1000 + series.periodMs / 2)
    return mark === undefined ? [] : { ...mark, more: others.length, x, top: Math.max(y(high), TOP) }
  })
  const taken = placed.map(({ x, top }) => ({ left: x - 6, right: x + 6, y: top - 4 }))
  return placed.flatMap(({ kind, what, more, x, top }) => {
    const look = `chart-mark ${kind}`
    const arrow = text(look, x, top - 4, kind === 'event' ? '▼' : '●', 'middle')
    const words = what.replace(/ at once$/, '') + (more === 0 ? '' : ` and ${more} more`)
    const width = widthOf(words)
    const left = Math.min(Math.max(x - width / 2, frame.gutter + 2), frame.width - width - 2)
    const label = { left, right: left + width, y: top - 16 }
    const isApart = (other: typeof label) =>
      Math.abs(other.y - label.y) > LINE_HEIGHT || other.right < left || other.left > label.right
    if (left < frame.gutter || !taken.every(isApart)) return [arrow]
    taken.push(label)
    return [arrow, text(look, left, label.y, words)]
  })
}

/** Says why the span begins without candles. */
function drawGap({ series: { candles, isCut }, span, frame, scale: { bottom } }: Drawn): Element[] {
  const firstMs = (candles[0]?.[0] ?? 0) * 1000
  if (!isCut || firstMs <= span.fromMs) return []
  return [
    rect('gap', frame.gutter, 0, xScaleIn(span, frame)(firstMs) - frame.gutter, bottom),
    text('tick', frame.gutter + 8, bottom - 8, `At most ${candles.length.toLocaleString('en-US')} candles`),
  ]
}

/** A line at a price, which it names in the gutter; empty outside the chart. */
export function drawPrice(usd: number, look: string, { frame, scale, widthOf }: Scaled): Element[] {
  const words = formatUsd(usd, scale.digits)
  const [y, end, room] = [scale.y(usd), frame.gutter - 1, widthOf(words) + 10]
  if (y < LABEL_HEIGHT / 2 || y > scale.bottom) return []
  return [
    line(`price-line ${look}`, frame.gutter, y, frame.width, y),
    rect(`price-name ${look}`, end - room, y - LABEL_HEIGHT / 2, room, LABEL_HEIGHT),
    text('price-name', end - 5, y + 4, words, 'end'),
  ]
}

/** A line at an instant, which it names on the axis. */
export function drawInstant(
  x: number,
  words: string,
  { frame, scale: { bottom }, widthOf }: Scaled,
): Element[] {
  const room = widthOf(words) + 8
  const left = Math.min(Math.max(x - room / 2, frame.gutter), frame.width - room)
  return [
    line('price-line cross', x, 0, x, bottom),
    rect('price-name cross', left, bottom + 2, room, AXIS_HEIGHT - 3),
    text('price-name', left + 4, bottom + 14, words),
  ]
}
