/** Samples for the figures: prices of one asset under one seed, at several periods. */
import type { AssetPrices, Candles } from '../../src/market/price/prices.js'
import { differences } from './numbers.js'

export const ASSETS = ['BTC', 'ETH', 'SOL', 'ARB', 'PEPE', 'DOGE'] as const
/** The last second of an hour, a day and a week (Sunday, 3 May 2026). */
export const AT = Date.parse('2026-05-04T00:00:00Z') / 1000 - 1
export const DAY_HOURS = 24
export const BPS = 10_000

/** Candle counts; the minimum that separates the figures. */
export const SAMPLE = { minutes: 100_800, fives: 57_600, hours: 48_000, days: 8000, ticked: 6000 } as const

export interface Sample {
  readonly prices: AssetPrices
  readonly candles: Readonly<Record<'1m' | '5m' | '1h' | '1d', Candles>>
  /** Log-prices at the open of candles. */
  readonly logs: Readonly<Record<'1m' | '5m' | '1h' | '1d', Float64Array>>
  readonly returns: Readonly<Record<'1m' | '1h' | '1d', Float64Array>>
}

export function sampleOf(prices: AssetPrices): Sample {
  const candles = {
    '1m': prices.candles('1m', AT, SAMPLE.minutes),
    '5m': prices.candles('5m', AT, SAMPLE.fives),
    '1h': prices.candles('1h', AT, SAMPLE.hours),
    '1d': prices.candles('1d', AT, SAMPLE.days),
  }
  const logs = (period: keyof typeof candles) => candles[period].open.map(Math.log)
  const all = { '1m': logs('1m'), '5m': logs('5m'), '1h': logs('1h'), '1d': logs('1d') }
  const returns = {
    '1m': differences(all['1m']),
    '1h': differences(all['1h']),
    '1d': differences(all['1d']),
  }
  return { prices, candles, logs: all, returns }
}

/** Records one value of a figure. */
export type Note = (figure: string, value: number) => void
