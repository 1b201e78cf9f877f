import type { Candles } from '../../../src/market/price/prices.js'

/** Open, high, low and close. */
export type Row = readonly number[]

export const rowsOf = ({ count, open, high, low, close }: Candles): Row[] =>
  Array.from({ length: count }, (_, i) => [open[i], high[i], low[i], close[i]])

export const foldOf = (rows: readonly Row[]): Row => [
  rows[0][0],
  Math.max(...rows.map(([, high]) => high)),
  Math.min(...rows.map(([, , low]) => low)),
  rows[rows.length - 1][3],
]

export const foldOfTicks = (ticks: readonly (number | undefined)[]): Row =>
  foldOf(ticks.map((tick = Number.NaN) => [tick, tick, tick, tick]))
