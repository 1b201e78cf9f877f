/**
 * The lists in replies: a reply is a list (tickers, rates) or holds one under a name (signedPrices, candles, tokens,
 * markets). A row is an object, or a candle: `[timestamp, open, high, low, close]`.
 */

export type Fields = Readonly<Record<string, unknown>>
export type Candle = readonly [timestamp: unknown, ...prices: unknown[]]

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isCandle(row: unknown): row is Candle {
  return Array.isArray(row)
}

/** `body` with another list; a body without a list stays as it is. */
export function withRows(body: unknown, change: (rows: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(body)) return change(body)
  return isFields(body)
    ? mapFields(body, (_name, value) => (Array.isArray(value) ? change(value) : value))
    : body
}

export function mapFields(fields: Fields, change: (name: string, value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]))
}
