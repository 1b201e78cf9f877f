import { signal, useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { type Frame, msAtX, xScaleIn } from '../../../kit/svg/frame.js'
import { line } from '../../../kit/svg/tree.js'
import { parseDuration } from '../../../kit/text/duration.js'
import { actOnKey, assign, useSize } from '../hooks.js'
import { market, nowMs, timeline } from '../state.js'
import { SvgDrawing } from '../svg.js'
import { useTimeGestures } from '../time/gestures.js'
import { showRange, visibleSpan } from '../time/shown-time.js'
import { moved, widened } from '../time/spans.js'
import { formatInstant, formatPercent, formatUsd, instantLabel } from '../words.js'
import { loadFor, moversOfChosen, type ShownCandles, shownCandles, take } from './candle-store.js'
import { candleScale, drawCandles, drawPrice, marksIn } from './draw-candles.js'

/** Fewer candles say nothing about a market. */
const MIN_CANDLES = 20
const GUTTER = 68

/** The cross-hair: start of its candle in seconds, and a price; undefined for the last candle. */
const pointed = signal<{ readonly seconds: number; readonly usd?: number } | undefined>(undefined)
const hideCross = () => assign(pointed, undefined)

export function Chart() {
  const [box, width, height] = useSize<HTMLDivElement>()
  const shown = shownCandles.value
  const loaded = timeline.value
  const periodMs = parseDuration(shown?.period ?? '1m')
  const seen = visibleSpan.value
  const { fromMs, toMs } = widened(seen, MIN_CANDLES * periodMs, nowMs.value ?? 0)
  const span = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const frame: Frame = useMemo(() => ({ width, gutter: GUTTER, label: instantLabel }), [width])
  useSignalEffect(() => {
    if (market.value !== undefined) take(market.value)
  })
  useSignalEffect(() => loadFor(visibleSpan.value))
  useTimeGestures(box, span, frame)
  const movers = moversOfChosen.value
  const isNewest = shown !== undefined && shown.beforeMs > (nowMs.value ?? 0)
  const chart = useMemo(() => {
    if (shown === undefined || width === 0) return undefined
    const marks = loaded ? marksIn(loaded, shown, movers) : []
    const scale = candleScale(shown, span, height)
    const still = drawCandles({ shown, isNewest, marks, span, seen, frame, height, scale })
    return { marks, scale, still }
  }, [shown, loaded, movers, span, seen.fromMs, seen.toMs, frame, height, isNewest])
  const { seconds, usd } = pointed.value ?? {}
  const last = (shown?.candles.length ?? 1) - 1
  const at = shown?.candles.findIndex((candle) => candle[0] === seconds) ?? -1
  const index = at < 0 ? last : at
  const candle = shown && chart && candleInWords(shown, index, chart.marks, chart.scale.digits)
  const drawnOn = ({ still, scale }: NonNullable<typeof chart>) => {
    if (seconds === undefined) return still
    const x = xScaleIn(span, frame)(seconds * 1000 + periodMs / 2)
    const price = drawPrice(usd ?? shown?.candles[index]?.[4] ?? 0, 'cross', frame, scale)
    return { ...still, children: [...still.children, line('price-line cross', x, 0, x, height), ...price] }
  }
  /** Moves the cross-hair to a candle, and scrolls it into view. */
  const pointAt = (to: number) => {
    if (shown === undefined || shown.candles.length === 0) return
    const [seconds] = shown.candles[Math.min(Math.max(to, 0), last)]
    const beginMs = seconds * 1000
    const by = Math.min(beginMs - span.fromMs, 0) || Math.max(beginMs + periodMs - span.toMs, 0)
    if (by !== 0) showRange(moved(span, by))
    pointed.value = { seconds }
  }
  return (
    <>
      <p class="candle">
        {candle?.parts.map(([name, value]) => (
          <span key={name}>
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
          pointed.value = isOn
            ? { seconds: found[0], usd: chart?.scale.usdAt(clientY - top) ?? 0 }
            : undefined
        }}
        onPointerLeave={hideCross}
        onKeyDown={(event) => {
          const step = event.shiftKey ? 10 : 1
          actOnKey(event, {
            ArrowLeft: () => pointAt(index - step),
            ArrowRight: () => pointAt(index + step),
            Home: () => pointAt(0),
            End: () => pointAt(last),
            Escape: hideCross,
          })
        }}
      >
        {chart && <SvgDrawing part={drawnOn(chart)} />}
        <div class="brush" hidden />
      </div>
    </>
  )
}

function candleInWords(
  shown: ShownCandles,
  index: number,
  marks: ReturnType<typeof marksIn>,
  digits: number,
) {
  const candle = shown.candles[index]
  if (candle === undefined) return undefined
  const [seconds, open, high, low, close] = candle
  const time = formatInstant(seconds * 1000).slice(0, -3)
  const moves = marks.filter(({ atSeconds }) => atSeconds === seconds).map(({ what }) => what)
  const values = { open, high, low, close }
  // Next to a move, the line has room for the last price only.
  const prices = Object.entries(moves.length === 0 ? values : { close })
  const parts: [string, string][] = [
    ['', time],
    ...moves.map((what): [string, string] => ['⚑', what]),
    ...prices.map(([name, usd]): [string, string] => [name[0].toUpperCase(), formatUsd(usd, digits)]),
    ['', formatPercent(close / open - 1)],
  ]
  const words = Object.entries(values).map(([name, usd]) => `${name} ${formatUsd(usd, digits)}`)
  return { parts, words: `${time}: ${[...words, ...moves].join(', ')}` }
}
