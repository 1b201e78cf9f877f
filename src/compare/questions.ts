/** What is asked of a base address: every endpoint once, and a few questions that nobody should ask. */
import { ENDPOINTS } from '../endpoints/index.js'

export interface Question {
  /** How it is called: the endpoint's id where it is a good question. */
  readonly id: string
  /** Path and query below the base address. */
  readonly path: string
  /** Whether an error is expected. */
  readonly isBad?: true | undefined
}

export const CANDLE_ROWS = 10
export const CANDLE_SECONDS = 60

/** Candles are those of `symbol`. */
export function questionsFor(symbol: string): Question[] {
  const pathOf = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)?.path ?? ''
  const candles = pathOf('candles')
  const queries: Readonly<Record<string, string>> = {
    candles: `?${new URLSearchParams({ tokenSymbol: symbol, period: '1m', limit: String(CANDLE_ROWS) })}`,
    rates: '?period=1d',
  }
  return [
    ...ENDPOINTS.map(({ id, path }) => ({ id, path: `${path}${queries[id] ?? ''}` })),
    { id: 'candles of nothing', path: candles, isBad: true },
    { id: 'candles of no token', path: `${candles}?tokenSymbol=NO-SUCH-TOKEN&period=1m`, isBad: true },
    { id: 'candles of no period', path: `${candles}?tokenSymbol=${symbol}&period=2h`, isBad: true },
    { id: 'no such path', path: '/no/such/path', isBad: true },
  ]
}

/** Those whose cache windows are short enough to be seen. */
export const WATCHED = ['tickers', 'signed-prices'] as const
export type Watched = (typeof WATCHED)[number]
