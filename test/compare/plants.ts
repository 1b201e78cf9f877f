/** Planted differences: changes to the JSON of replies in transit. */
import { at, type Plant } from './support.js'

export type Row = Record<string, unknown>

export const each = (list: (json: unknown) => Row[], change: (row: Row) => unknown) => (json: unknown) => {
  for (const row of list(json)) change(row)
}
export const rows = (json: unknown) => json as Row[]
export const listed = (key: string) => (json: unknown) => (json as Record<string, Row[]>)[key] ?? []
/** All tickers in per cent of what they were, and what is signed with them. */
export function tickersTimes(percent: bigint): Plant {
  const scaled = (row: Row) => {
    for (const key of Object.keys(row).filter((name) => /Price(Full)?$/.test(name)))
      if (row[key] !== null) row[key] = `${(BigInt(String(row[key])) * percent) / 100n}`
  }
  const tickers = at('/prices/tickers', each(rows, scaled))
  const signed = at('/signed_prices', each(listed('signedPrices'), scaled))
  return (said, nowMs) => tickers(signed(said, nowMs), nowMs)
}
export function swapped(list: unknown[]): void {
  list.splice(3, 5, ...list.slice(3, 8).reverse())
}

/** Serves each reply for so long, whatever has changed meanwhile. */
export const cachedFor = (path: string, ms: number): Plant => {
  let kept: { readonly said: Parameters<Plant>[0]; readonly untilMs: number } | undefined
  return (said, nowMs) => {
    if (!said.path.startsWith(path)) return said
    if (kept === undefined || nowMs >= kept.untilMs) kept = { said, untilMs: nowMs + ms }
    return kept.said
  }
}

export const NEW_TOKEN = {
  symbol: 'MYT',
  address: '0x1111111111111111111111111111111111111111',
  decimals: 18,
}
