/** Candles over the time axis of the lanes, with a price scale and marks where scenario and moves act. */
import {
  AXIS_HEIGHT,
  axis,
  bar,
  decimalStep,
  decoration,
  type Frame,
  multiplesIn,
  type TimeSpan,
  xScaleIn,
} from '../../../kit/svg/frame.js'
import { type Element, element, line, rect, text } from '../../../kit/svg/tree.js'
import { parseDuration } from '../../../kit/text/duration.js'
import { movesIn } from '../incident/lanes-of.js'
import type { CandleReply, TimelineReply } from '../replies.js'
import { digitsOf, formatUsd, inPrint } from '../words.js'
import type { ShownCandles } from './candle-store.js'

export type CandleScale = ReturnType<typeof candleScale>

/** Room for the text and the arrow of a mark. */
const TOP = 30
const LABEL_DISTANCE = 26

/** Prices of the visible candles, from the bottom of the chart to the room for marks. */
export function candleScale({ candles, period, decimals }: ShownCandles, span: TimeSpan, height: number) {
  const periodMs = parseDuration(period)
  const isIn = ([seconds]: CandleReply) =>
    seconds * 1000 < span.toMs && seconds * 1000 + periodMs > span.fromMs
  const visible = candles.filter(isIn)
  const [lowest, highest] = visible.reduce(
    ([low, high], candle) => [Math.min(low, candle[3]), Math.max(high, candle[2])],
    visible.length === 0 ? [0, 1] : [Number.POSITIVE_INFINITY, 0],
  )
  const low = lowest - Math.max((highest - lowest) * 0.05, highest * 1e-6)
  const perUsd = Math.max(height - AXIS_HEIGHT - TOP, 1) / (highest - low || 1)
  return {
    digits: digitsOf(candles.at(-1)?.[4] ?? 0, decimals),
    y: (usd: number) => TOP + (highest - usd) * perUsd,
    usdAt: (y: number) => highest - (y - TOP) / perUsd,
    isIn,
  }
}

interface Drawn {
  readonly shown: ShownCandles
  /** Whether the last candle is running. */
  readonly isNewest: boolean
  readonly marks: ReturnType<typeof marksIn>
  readonly span: TimeSpan
  /** The part of it that the lanes show. */
  readonly seen: TimeSpan
  readonly frame: Frame
  readonly height: number
  readonly scale: CandleScale
}

export function drawCandles(drawn: Drawn): Element {
  const { shown, isNewest, marks, span, seen, frame, height, scale } = drawn
  const { candles, period } = shown
  const periodMs = parseDuration(period)
  const place = xScaleIn(span, frame)
  const { y, usdAt, digits } = scale
  const bottom = height - AXIS_HEIGHT
  const distance = decimalStep(usdAt(TOP) - usdAt(bottom), Math.max((bottom - TOP) / LABEL_DISTANCE, 1))
  const prices = multiplesIn(usdAt(bottom), usdAt(8), distance)
  const paths = { up: '', down: '' }
  for (const [seconds, open, high, low, close] of candles.filter(scale.isIn)) {
    const [from, to] = [place(seconds * 1000), place(seconds * 1000 + periodMs)]
    const gap = (to - from) * 0.15
    const [x, left, right, ...ys] = [
      (from + to) / 2,
      from + gap,
      to - gap,
      ...[high, low, open, close].map(y),
    ].map((number) => number.toFixed(1))
    paths[close < open ? 'down' : 'up'] +=
      `M${x} ${ys[0]}V${ys[1]}M${left} ${ys[2]}H${right}V${ys[3]}H${left}Z`
  }
  const last = candles.at(-1)
  return decoration(
    'candles',
    frame,
    height,
    axis(span, frame, bottom),
    ...(seen.toMs - seen.fromMs < span.toMs - span.fromMs ? [bar('seen', seen, place, 0, bottom)] : []),
    ...prices.flatMap((usd) => [
      line('grid', frame.gutter, y(usd), frame.width, y(usd)),
      text('tick', frame.gutter - 6, y(usd) + 4, formatUsd(usd, digits), 'end'),
    ]),
    ...Object.entries(paths).map(([look, d]) => element('path', { class: look, d })),
    ...(isNewest && last !== undefined
      ? drawPrice(last[4], last[4] < last[1] ? 'down' : 'up', frame, scale)
      : []),
    ...marks.flatMap(({ atSeconds, what, kind }) => {
      const candle = candles.find(([seconds]) => seconds === atSeconds)
      if (candle === undefined || !scale.isIn(candle)) return []
      const x = place(atSeconds * 1000 + periodMs / 2)
      const anchor = x > frame.width - 80 ? 'end' : x < frame.gutter + 60 ? undefined : 'middle'
      const top = Math.max(y(candle[2]), TOP)
      return [
        text(`chart-mark ${kind}`, x, top - 4, kind === 'event' ? '▼' : '●', 'middle'),
        text(`chart-mark ${kind}`, x, top - 16, what.replace(/ at once$/, ''), anchor),
      ]
    }),
  )
}

/** A line at a price, which it names in the gutter. */
export function drawPrice(
  usd: number,
  look: string,
  { gutter, width }: Frame,
  { y: yOf, digits }: CandleScale,
): Element[] {
  const y = yOf(usd)
  return [
    line(`price-line ${look}`, gutter, y, width, y),
    rect(`price-name ${look}`, 0, y - 8, gutter - 2, 16),
    text('price-name', gutter - 6, y + 4, formatUsd(usd, digits), 'end'),
  ]
}

/** Moves of the shown asset, by the scenario or by hand, each at its candle. */
export function marksIn(timeline: TimelineReply, { period }: ShownCandles, movers: ReadonlySet<string>) {
  const periodMs = parseDuration(period)
  return movesIn(timeline)
    .filter(({ asset }) => asset !== null && movers.has(asset))
    .map(({ fromMs, what, kind }) => ({
      atSeconds: (Math.floor(fromMs / periodMs) * periodMs) / 1000,
      what: inPrint(what),
      kind,
    }))
}
