import { signal, useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { drawCandles, drawInstant, drawPrice } from '../../../kit/svg/candles.js'
import { type Frame, msAtX, RIGHT, xScaleIn } from '../../../kit/svg/frame.js'
import { type PriceScale, type PriceView, priceScale } from '../../../kit/svg/price-scale.js'
import { formatUsd } from '../../../kit/text/usd.js'
import { actOnKey, assign, useSize } from '../hooks.js'
import { GUTTER, lanesWidth } from '../incident/lanes.js'
import { market, nowMs, timeline } from '../state.js'
import { SvgDrawing, textWidth } from '../svg.js'
import { type Grabbed, useTimeGestures } from '../time/gestures.js'
import { showRange, visibleSpan } from '../time/shown-time.js'
import { moved } from '../time/spans.js'
import { instantLabel } from '../words.js'
import { loadFor, moversOfChosen, shownCandles, take } from './candle-store.js'
import { candleInWords, crossLabel, MOVE, marksIn } from './candle-words.js'

/** The cross-hair: start of its candle in seconds, and a price; undefined for the last visible candle. */
const pointed = signal<{ readonly seconds: number; readonly usd?: number } | undefined>(undefined)
const hideCross = () => assign(pointed, undefined)

export const priceView = signal<PriceView>({ isLog: false, stretch: 1 })
const stretchBy = (factor: number, { isLog, stretch } = priceView.peek()) =>
  assign(priceView, { isLog, stretch: Math.min(Math.max(stretch * factor, 0.02), 50) })
const fitPrices = () => assign(priceView, { ...priceView.peek(), stretch: 1 })

/** Px of a drag along the price scale that stretch it e times. */
const STRETCH_PX = 120

export function Chart() {
  const [box, width, height] = useSize<HTMLDivElement>()
  const shown = shownCandles.value
  const loaded = timeline.value
  const periodMs = shown?.periodMs ?? 0
  const { fromMs, toMs } = visibleSpan.value
  const span = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const view = priceView.value
  const scale = useMemo(() => shown && priceScale(shown, span, height, view), [shown, span, height, view])
  const gutter = scale && gutterFor(scale)
  const lanes = lanesWidth.value
  const frame = useMemo(() => frameFor(width, lanes, gutter), [width, lanes, gutter])
  useSignalEffect(() => {
    if (market.value !== undefined) take(market.value)
  })
  useSignalEffect(() => loadFor(visibleSpan.value))
  const isOnScale = ({ clientX, currentTarget }: MouseEvent) =>
    currentTarget instanceof Element && clientX - currentTarget.getBoundingClientRect().left < frame.gutter
  useTimeGestures(box, span, frame, (event) => (isOnScale(event) ? grabScale() : undefined))
  const movers = moversOfChosen.value
  const isNewest = shown !== undefined && shown.beforeMs > (nowMs.value ?? 0)
  const chart = useMemo(() => {
    if (shown === undefined || scale === undefined || width === 0) return undefined
    const marks = loaded ? marksIn(loaded, shown, movers) : []
    const drawn = { series: shown, isNewest, marks, span, frame, height, scale, widthOf: textWidth }
    return { marks, still: drawCandles(drawn) }
  }, [shown, loaded, movers, span, frame, height, isNewest, scale])
  const { seconds, usd } = pointed.value ?? {}
  const last = (shown?.candles.length ?? 1) - 1
  const indexOf = (seconds?: number) => shown?.candles.findIndex((candle) => candle[0] === seconds) ?? -1
  const at = indexOf(seconds)
  const lastVisible = indexOf(scale?.visible.at(-1)?.[0])
  const index = at >= 0 ? at : lastVisible >= 0 ? lastVisible : last
  const candle = shown && scale && chart && candleInWords(shown, index, chart.marks, scale.digits)
  const drawn = () => {
    if (chart === undefined || scale === undefined) return null
    if (seconds === undefined) return <SvgDrawing part={chart.still} />
    const x = xScaleIn(span, frame)(seconds * 1000 + periodMs / 2)
    const scaled = { frame, scale, widthOf: textWidth }
    const cross = [
      ...drawPrice(usd ?? shown?.candles[index]?.[4] ?? 0, 'cross', scaled),
      ...drawInstant(x, crossLabel(seconds * 1000, periodMs), scaled),
    ]
    return <SvgDrawing part={{ ...chart.still, children: [...chart.still.children, ...cross] }} />
  }
  /** Moves the cross-hair to a candle, and scrolls it into view. */
  const pointAt = (to: number) => {
    const candle = shown?.candles[Math.min(Math.max(to, 0), last)]
    if (candle === undefined) return
    const [seconds] = candle
    const beginMs = seconds * 1000
    const by = Math.min(beginMs - span.fromMs, 0) || Math.max(beginMs + periodMs - span.toMs, 0)
    if (by !== 0) showRange(moved(span, by))
    pointed.value = { seconds }
  }
  return (
    <>
      <p class="candle">
        {candle?.parts.map(([name, value], part) => (
          <span key={part} {...(name === MOVE && { class: 'cut', title: value })}>
            <b>{name}</b> {value}
          </span>
        ))}
      </p>
      {/* To screen readers, a cross-hair that arrow keys move is a slider. */}
      <div
        ref={box}
        class="chart timed grow"
        role="slider"
        tabIndex={0}
        aria-label={`Candles of ${shown?.symbol ?? 'the market'}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={Math.max(index, 0)}
        aria-valuetext={candle?.words ?? 'none yet'}
        onPointerMove={({ clientX, clientY, currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect()
          const ms = msAtX(clientX - left, span, frame)
          const found = shown?.candles.findLast(([seconds]) => seconds * 1000 <= ms)
          const isOn = found !== undefined && ms < found[0] * 1000 + periodMs
          pointed.value = isOn ? { seconds: found[0], usd: scale?.usdAt(clientY - top) ?? 0 } : undefined
        }}
        onPointerLeave={hideCross}
        onDblClick={(event) => {
          if (!isOnScale(event)) return
          // Elsewhere it follows now.
          event.stopImmediatePropagation()
          fitPrices()
        }}
        onKeyDown={(event) => {
          const step = event.shiftKey ? 10 : 1
          actOnKey(event, {
            ArrowLeft: () => pointAt(index - step),
            ArrowRight: () => pointAt(index + step),
            ArrowUp: () => stretchBy(1.25),
            ArrowDown: () => stretchBy(0.8),
            Home: () => pointAt(0),
            End: () => pointAt(last),
            Escape() {
              hideCross()
              fitPrices()
            },
          })
        }}
      >
        {drawn()}
        <div class="brush" hidden />
      </div>
    </>
  )
}

/** A drag of the price scale: up stretches it, down compresses it. */
function grabScale(): Grabbed {
  const begun = priceView.peek()
  return {
    move: (_, byY) => stretchBy(Math.exp(-byY / STRETCH_PX), begun),
    drop() {},
    leave: () => assign(priceView, begun),
  }
}

/** Room for the widest label of the scale, or of the cross-hair. */
function gutterFor({ labels, usdAt, digits, bottom }: PriceScale): number {
  const ends = [usdAt(0), usdAt(bottom)].map((usd) => formatUsd(usd, digits))
  return Math.ceil(Math.max(...[...labels.map(({ words }) => words), ...ends].map(textWidth))) + 12
}

/** A narrower chart has no room for the gutter of the lanes. */
const MIN_ALIGNED = 600
/** Left of the lanes, from the left of the chart. */
const LANES_LEFT = 8

/** Aligned with lanes in the same column, which are nearly as wide; else with a gutter for its own labels. */
function frameFor(width: number, lanes: number, gutter = 48): Frame {
  const right = width - LANES_LEFT - lanes + RIGHT + LANES_LEFT / 2
  const isAligned = width >= MIN_ALIGNED && right >= RIGHT && right < 3 * RIGHT
  return { width, label: instantLabel, ...(isAligned ? { gutter: GUTTER + LANES_LEFT, right } : { gutter }) }
}
