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
import type { CandleReply } from '../replies.js'
import { market, timeline } from '../state.js'
import { moversOfChosen } from './assets.js'
import { isSameMarket, type ShownCandles, shownCandles, take } from './candle-store.js'
import { candleLook, chartLook, coloursNow, onScheme } from './chart-colours.js'
import { marksIn, toMarkers } from './chart-marks.js'
import { followPointer, moveByKeys, pointAt, pointedAt } from './chart-pointer.js'

/** Rises with each running candle, to update the text about it. */
export const runs = signal(0)

export function drawChart(box: HTMLElement): () => void {
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale: 'en-GB', timeFormatter: (time: number) => formatMinute(time * 1000) },
    ...chartLook(coloursNow()),
    timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 8, barSpacing: 7, minBarSpacing: 1 },
  })
  const series = chart.addSeries(CandlestickSeries, candleLook(coloursNow()))
  const endings = [
    followShown(series, chart, box),
    followRunning(series),
    followMarks(series),
    followPointer(chart),
    moveByKeys(box, chart, series),
    onScheme(() => {
      chart.applyOptions(chartLook(coloursNow()))
      series.applyOptions(candleLook(coloursNow()))
      shownCandles.value = shownCandles.value && { ...shownCandles.value }
    }),
  ]
  return () => {
    for (const end of endings) end()
    chart.remove()
  }
}

function followShown(series: ISeriesApi<'Candlestick'>, chart: IChartApi, box: HTMLElement): () => void {
  let before: ShownCandles | undefined
  return effect(() => {
    const now = shownCandles.value
    if (now === undefined) return
    const digits = digitsOf(now.candles.at(-1)?.[4] ?? 0, now.decimals)
    const pointed = before?.candles[pointedAt.peek() ?? -1]?.[0]
    series.applyOptions({
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -digits,
        formatter: (usd: number) => formatUsd(usd, digits),
      },
    })
    series.setData(now.candles.map(toBar))
    if (before === undefined || !isSameMarket(now, before)) {
      chart.timeScale().resetTimeScale()
      chart.priceScale('right').applyOptions({ autoScale: true })
    } else if (pointed !== undefined && document.activeElement === box) {
      const index = now.candles.findIndex(([seconds]) => seconds === pointed)
      // Again after layout has moved the candles.
      const point = () => pointAt(chart, series, now, index)
      if (index >= 0) {
        point()
        requestAnimationFrame(point)
      }
    }
    before = now
  })
}

function followRunning(series: ISeriesApi<'Candlestick'>): () => void {
  return effect(() => {
    const candles = market.value ? take(market.value) : []
    if (candles.length === 0) return
    for (const candle of candles) series.update(toBar(candle))
    runs.value = runs.peek() + 1
  })
}

function followMarks(series: ISeriesApi<'Candlestick'>): () => void {
  const markers = createSeriesMarkers<UTCTimestamp>(
    series as unknown as ISeriesApi<'Candlestick', UTCTimestamp>,
    [],
  )
  return effect(() => {
    // Marks appear with their candles.
    runs.value
    const now = shownCandles.value
    if (now !== undefined)
      markers.setMarkers(toMarkers(marksIn(timeline.value, now, moversOfChosen.value), coloursNow()))
  })
}

const toBar = ([seconds, open, high, low, close]: CandleReply): CandlestickData<UTCTimestamp> => ({
  time: seconds as UTCTimestamp,
  open,
  high,
  low,
  close,
})
