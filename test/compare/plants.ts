/** Planted differences: changes to the JSON of replies in transit. */
import type { Plant } from './support.js'

export type Row = Record<string, unknown>

export const each = (list: (json: unknown) => Row[], change: (row: Row) => unknown) => (json: unknown) => {
  for (const row of list(json)) change(row)
}
export const rows = (json: unknown) => json as Row[]
export const listed = (key: string) => (json: unknown) => (json as Record<string, Row[]>)[key] ?? []
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
