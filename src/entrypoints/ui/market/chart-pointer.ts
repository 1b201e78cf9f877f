/** The candle under the cross-hair, moved by pointer or keys. */
import { signal } from '@preact/signals'
import type { IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts'
import { assign } from '../assign.js'
import { loadOlder, type ShownCandles, shownCandles } from './candle-store.js'

/** An index into the candles of `shown`. */
export const pointedAt = signal<number | undefined>(undefined)

/** Loads older candles when fewer are left before the visible ones. */
const AHEAD = 60

type Candlesticks = ISeriesApi<'Candlestick'>

/** Whether keys moved it last: the chart then reports an absent pointer. */
let isByKeys = false

export function followPointer(chart: IChartApi): () => void {
  chart.subscribeCrosshairMove(({ logical, sourceEvent }) => {
    if (sourceEvent !== undefined) isByKeys = false
    if (isByKeys) return
    const count = shownCandles.peek()?.candles.length ?? 0
    pointedAt.value = logical !== undefined && logical >= 0 && logical < count ? logical : undefined
  })
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < AHEAD) void loadOlder()
  })
  return () => assign(pointedAt, undefined)
}

/** Moves the cross-hair to a candle, and scrolls it into view. */
export function pointAt(
  chart: IChartApi,
  series: Candlesticks,
  { candles }: ShownCandles,
  index: number,
): void {
  const scale = chart.timeScale()
  const at = Math.min(Math.max(index, 0), candles.length - 1)
  const [seconds, , , , close] = candles[at]
  const range = scale.getVisibleLogicalRange()
  if (range !== null && (at < range.from || at > range.to)) {
    const by = at < range.from ? at - range.from - 1 : at - range.to + 1
    scale.setVisibleLogicalRange({ from: range.from + by, to: range.to + by })
  }
  isByKeys = true
  chart.setCrosshairPosition(close, seconds as UTCTimestamp, series)
  pointedAt.value = at
}

/** Arrow keys, Home and End move the cross-hair, + and − zoom. */
export function moveByKeys(box: HTMLElement, chart: IChartApi, series: Candlesticks): () => void {
  const scale = chart.timeScale()
  const zoom = (by: number) =>
    scale.applyOptions({ barSpacing: Math.min(Math.max(scale.options().barSpacing * by, 1), 60) })
  const press = (event: KeyboardEvent) => {
    const now = shownCandles.peek()
    if (now === undefined || now.candles.length === 0 || event.ctrlKey || event.metaKey || event.altKey)
      return
    const last = now.candles.length - 1
    const at = pointedAt.peek() ?? last
    const step = event.shiftKey ? 10 : 1
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pointAt(chart, series, now, at - step),
      ArrowRight: () => pointAt(chart, series, now, at + step),
      Home: () => pointAt(chart, series, now, 0),
      End: () => pointAt(chart, series, now, last),
      '+': () => zoom(1.25),
      '-': () => zoom(0.8),
      Escape: () => {
        isByKeys = false
        chart.clearCrosshairPosition()
        pointedAt.value = undefined
      },
    }
    const action = actions[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  box.addEventListener('keydown', press)
  return () => box.removeEventListener('keydown', press)
}
