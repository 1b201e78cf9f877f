/** The candles on a canvas, by lightweight-charts. All that it shows comes from signals; it tells which candle is pointed at. */
import { effect, signal } from '@preact/signals'
import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import { digitsOf, formatMinute, formatUsd } from '../formats.js'
import { market, timeline } from '../state.js'
import type { Candle } from '../types.js'
import { moversOfChosen } from './assets.js'
import { loadOlder, type Shown, shown, take } from './candle-store.js'
import { candleLook, chartLook, coloursNow, onScheme } from './chart-colours.js'
import { marksIn, toMarkers } from './chart-marks.js'

/** Where the cross-hair is: a number of a candle of `shown`. */
export const pointedAt = signal<number | undefined>(undefined)
/** Rises with each running candle, so that what is written about the last one is written anew. */
export const runs = signal(0)

/** So many candles before the first that is seen are asked for ahead. */
const AHEAD = 60

/** Draws into `box`; what is returned ends it. */
export function drawChart(box: HTMLElement): () => void {
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale: 'en-GB', timeFormatter: (time: number) => formatMinute(time * 1000) },
    ...chartLook(coloursNow()),
    timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 8, barSpacing: 7, minBarSpacing: 1 },
  })
  const series = chart.addSeries(CandlestickSeries, candleLook(coloursNow()))
  const endings = [
    followShown(series, chart),
    followRunning(series),
    followMarks(series),
    followPointer(chart),
    onScheme(() => {
      chart.applyOptions(chartLook(coloursNow()))
      series.applyOptions(candleLook(coloursNow()))
      shown.value = shown.value && { ...shown.value }
    }),
  ]
  const stop = moveByKeys(box, chart, series)
  return () => {
    stop()
    for (const end of endings) end()
    chart.remove()
  }
}

function followShown(series: ISeriesApi<'Candlestick'>, chart: IChartApi): () => void {
  let before = { which: '', firstSeconds: 0 }
  return effect(() => {
    const now = shown.value
    if (now === undefined) return
    const digits = digitsOf(now.candles.at(-1)?.[4] ?? 0, now.decimals)
    series.applyOptions({
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -digits,
        formatter: (usd: number) => formatUsd(usd, digits),
      },
    })
    series.setData(now.candles.map(toBar))
    const which = `${now.network} ${now.symbol} ${now.period}`
    // Another market is looked at from its end on; where only more of the same came, the view stays.
    if (which !== before.which) {
      chart.timeScale().resetTimeScale()
      chart.priceScale('right').applyOptions({ autoScale: true })
    } else {
      // Older ones came before it: the cross-hair is on the candle that it was on.
      const older = now.candles.findIndex(([seconds]) => seconds === before.firstSeconds)
      if (older > 0 && pointedAt.peek() !== undefined) pointedAt.value = (pointedAt.peek() ?? 0) + older
    }
    before = { which, firstSeconds: now.candles[0]?.[0] ?? 0 }
  })
}

function followRunning(series: ISeriesApi<'Candlestick'>): () => void {
  return effect(() => {
    const candle = market.value && take(market.value)
    if (candle === undefined) return
    series.update(toBar(candle))
    runs.value = runs.peek() + 1
  })
}

function followMarks(series: ISeriesApi<'Candlestick'>): () => void {
  const markers = createSeriesMarkers<UTCTimestamp>(
    series as unknown as ISeriesApi<'Candlestick', UTCTimestamp>,
    [],
  )
  return effect(() => {
    // What begins later gets its mark when its candle is there.
    runs.value
    const now = shown.value
    if (now !== undefined)
      markers.setMarkers(toMarkers(marksIn(timeline.value, now, moversOfChosen.value), coloursNow()))
  })
}

function followPointer(chart: IChartApi): () => void {
  chart.subscribeCrosshairMove(({ logical }) => {
    const count = shown.peek()?.candles.length ?? 0
    pointedAt.value = logical !== undefined && logical >= 0 && logical < count ? logical : undefined
  })
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < AHEAD) void loadOlder()
  })
  return () => {
    pointedAt.value = undefined
  }
}

/** Arrow keys move the cross-hair, Home and End go to the first and the last candle, + and − zoom. */
function moveByKeys(box: HTMLElement, chart: IChartApi, series: ISeriesApi<'Candlestick'>): () => void {
  const scale = chart.timeScale()
  const point = (now: Shown, index: number) => {
    const at = Math.min(Math.max(index, 0), now.candles.length - 1)
    const [seconds, , , , close] = now.candles[at]
    const range = scale.getVisibleLogicalRange()
    if (range !== null && (at < range.from || at > range.to)) {
      const by = at < range.from ? at - range.from - 1 : at - range.to + 1
      scale.setVisibleLogicalRange({ from: range.from + by, to: range.to + by })
    }
    chart.setCrosshairPosition(close, seconds as UTCTimestamp, series)
    pointedAt.value = at
  }
  const zoom = (by: number) =>
    scale.applyOptions({ barSpacing: Math.min(Math.max(scale.options().barSpacing * by, 1), 60) })
  const press = (event: KeyboardEvent) => {
    const now = shown.peek()
    if (now === undefined || now.candles.length === 0 || event.ctrlKey || event.metaKey || event.altKey)
      return
    const last = now.candles.length - 1
    const at = pointedAt.peek() ?? last
    const step = event.shiftKey ? 10 : 1
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => point(now, at - step),
      ArrowRight: () => point(now, at + step),
      Home: () => point(now, 0),
      End: () => point(now, last),
      '+': () => zoom(1.25),
      '-': () => zoom(0.8),
      Escape: () => {
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

const toBar = ([seconds, open, high, low, close]: Candle): CandlestickData<UTCTimestamp> => ({
  time: seconds as UTCTimestamp,
  open,
  high,
  low,
  close,
})
