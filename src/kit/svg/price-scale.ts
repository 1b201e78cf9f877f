/** The price scale of candles: fits those in a span, or is stretched by hand; linear or logarithmic. */
import { digitsOf, digitsOfStep, formatUsd } from '../text/usd.js'
import { AXIS_HEIGHT, decimalStep, multiplesIn, type TimeSpan } from './frame.js'

/** Prices in USD. */
export type DrawnCandle = readonly [
  startSeconds: number,
  open: number,
  high: number,
  low: number,
  close: number,
]

export interface CandleSeries {
  readonly periodMs: number
  /** Oldest first. */
  readonly candles: readonly DrawnCandle[]
  /** Most decimals of a price. */
  readonly decimals: number
  /** Whether a limit has cut older ones. */
  readonly isCut: boolean
}

export interface PriceView {
  readonly isLog: boolean
  /** Height of the visible candles, as a share of the available one. */
  readonly stretch: number
}

export type PriceScale = ReturnType<typeof priceScale>

/** Room for the text and the arrow of a mark, and below the lowest price. */
export const TOP = 30
const BOTTOM = 8
/** Least distance of labels, px. */
const LABEL_DISTANCE = 26
/** From this ratio of highest to lowest price on, labels of a logarithmic scale are 1, 2 and 5 times a power of ten. */
const MIN_LOG_RATIO = 5
/** Least height of a scale, as a share of its price. */
const MIN_RANGE = 1e-5

export function priceScale(series: CandleSeries, span: TimeSpan, height: number, view: PriceView) {
  const { candles, periodMs, decimals } = series
  const isIn = ([seconds]: DrawnCandle) =>
    seconds * 1000 < span.toMs && seconds * 1000 + periodMs > span.fromMs
  const visible = candles.filter(isIn)
  const [toScale, fromScale] = view.isLog ? [Math.log, Math.exp] : [Number, Number]
  const last = visible.at(-1)?.[4] ?? 1
  const low = toScale(visible.reduce((least, candle) => Math.min(least, candle[3]), last))
  const high = toScale(visible.reduce((most, candle) => Math.max(most, candle[2]), last))
  const half = Math.max(high - low, view.isLog ? MIN_RANGE : last * MIN_RANGE) / 2 / view.stretch
  const bottom = height - AXIS_HEIGHT
  const perUnit = Math.max(bottom - BOTTOM - TOP, 1) / (2 * half)
  const y = (usd: number) => TOP + ((low + high) / 2 + half - toScale(usd)) * perUnit
  const usdAt = (y: number) => fromScale((low + high) / 2 + half - (y - TOP) / perUnit)
  const [lowest, highest] = [Math.max(usdAt(bottom - 4), 0), usdAt(BOTTOM)]
  const step = decimalStep(highest - lowest, Math.max(bottom / LABEL_DISTANCE, 1))
  const labels =
    view.isLog && highest / lowest > MIN_LOG_RATIO
      ? powersIn(lowest, highest).map((usd) => ({ usd, words: formatUsd(usd, digitsOfStep(usd)) }))
      : multiplesIn(lowest, highest, step).map((usd) => ({ usd, words: formatUsd(usd, digitsOfStep(step)) }))
  return {
    visible,
    digits: digitsOf(last, decimals),
    bottom,
    y,
    usdAt,
    labels: visible.length === 0 ? [] : labels,
  }
}

/** The numbers 1, 2 and 5 times a power of ten from `low` to `high`. */
const powersIn = (low: number, high: number): number[] =>
  multiplesIn(Math.floor(Math.log10(low)), Math.log10(high), 1)
    .flatMap((power) => [1, 2, 5].map((factor) => factor * 10 ** power))
    .filter((number) => number >= low && number <= high)
