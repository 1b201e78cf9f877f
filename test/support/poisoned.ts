import type { PoisonName } from '../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { load, oneRule } from './scenario.js'

export type Row = Record<string, unknown>

/** One query per endpoint. */
export const POISONED_PATHS: Readonly<Record<string, string>> = {
  ping: '/ping',
  tickers: '/prices/tickers',
  'signed-prices': '/signed_prices/latest',
  candles: '/prices/candles?tokenSymbol=ETH&period=15m&limit=7',
  tokens: '/tokens',
  markets: '/markets',
  'markets-info': '/markets/info',
  rates: '/rates?period=1d',
  'prices-24h': '/prices/24h',
  apy: '/apy',
  'performance-annualized': '/performance/annualized',
  'performance-snapshots': '/performance/snapshots?period=7d',
  glvs: '/glvs',
  'glvs-info': '/glvs/info',
  incentives: '/incentives',
  'ui-min-version': '/ui/min_version',
  'ui-flags': '/ui-flags/v2',
  'api-tokens': '/v1/tokens',
  'api-tokens-info': '/v1/tokens/info',
  'api-markets': '/v1/markets',
  'api-markets-config': '/v1/markets/config',
  'api-markets-values': '/v1/markets/values',
  'api-markets-info': '/v1/markets/info',
  'api-markets-tickers': '/v1/markets/tickers',
  'api-ohlcv': '/v1/prices/ohlcv?symbol=ETH&timeframe=15m&limit=7',
  'api-rates': '/v1/rates?period=1d',
  'api-apy': '/v1/apy',
  'api-performance-annualized': '/v1/performance/annualized',
  'api-performance-snapshots': '/v1/performance/snapshots?period=7d',
  'api-pairs': '/v1/pairs',
  'api-positions': '/v1/positions?address=0x0000000000000000000000000000000000000001',
  'api-orders': '/v1/orders?address=0x0000000000000000000000000000000000000001',
}

/** Reply of an endpoint with or without a poison. */
export async function askPoisoned(
  { session, url }: RunningSimulator,
  id: string,
  poison?: PoisonName,
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a reply, it says itself.
): Promise<any> {
  load(session, poison === undefined ? {} : oneRule({ poison }))
  // A network of few rows.
  return (
    await fetch(`${url}/${id.startsWith('api-') ? 'avalanche-api' : 'avalanche'}${POISONED_PATHS[id]}`)
  ).json()
}
