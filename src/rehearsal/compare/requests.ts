/** Requests to a source: each endpoint once, and a few invalid ones. */
import { INTERFACE, type ServedEndpointId } from '../../api/endpoints/index.js'

export interface CompareRequest {
  /** Unique; the endpoint's id for a valid query. */
  readonly id: string
  readonly path: string
  readonly isBad?: true | undefined
}

const CANDLE_ROWS = 10
export const CANDLE_SECONDS = 60
const CANDLE_PERIOD = '1m'

export function requestsFor(symbol: string): CompareRequest[] {
  const ownPath = (id: string) => INTERFACE.find((endpoint) => endpoint.id === id)?.path ?? ''
  const candles = ownPath('candles')
  const queries: Readonly<Record<string, string>> = {
    candles: `?${new URLSearchParams({ tokenSymbol: symbol, period: CANDLE_PERIOD, limit: String(CANDLE_ROWS) })}`,
    rates: '?period=1d',
  }
  return [
    ...INTERFACE.map(({ id, path }) => ({ id, path: `${path}${queries[id] ?? ''}` })),
    { id: 'candles of nothing', path: candles, isBad: true },
    { id: 'candles of no token', path: `${candles}?tokenSymbol=NO-SUCH-TOKEN&period=1m`, isBad: true },
    { id: 'candles of no period', path: `${candles}?tokenSymbol=${symbol}&period=2h`, isBad: true },
    { id: 'no such path', path: '/no/such/path', isBad: true },
  ]
}

/** Endpoints with cache windows short enough to be measured. */
export const WATCHED_ENDPOINTS = ['tickers', 'signed-prices'] as const satisfies readonly ServedEndpointId[]
export type WatchedEndpoint = (typeof WATCHED_ENDPOINTS)[number]

export const SAMPLED_ENDPOINTS = [...WATCHED_ENDPOINTS, 'candles'] as const
export type SampledEndpoint = (typeof SAMPLED_ENDPOINTS)[number]

export function windowMsOf(id: SampledEndpoint): number {
  const endpoint = INTERFACE.find((endpoint) => endpoint.id === id)
  return endpoint?.windowMs({ period: CANDLE_PERIOD }) ?? 0
}

export function samplePath(questions: readonly CompareRequest[], id: string): string {
  return questions.find((question) => question.id === id)?.path ?? ''
}
