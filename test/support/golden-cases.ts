/** Replies whose every byte is promised: `gmx-sim get <address> <options>` prints `test/golden/<name>.json`. */
export interface GoldenCase {
  readonly name: string
  readonly address: string
  readonly options: Readonly<Record<string, string>>
}

const at = '2026-03-01T12:34:56.789Z'
const candle = (token: string, period: string, instant: string, seed = 'gmx-sim'): GoldenCase => ({
  name: `candles-${token}-${period}-${instant.slice(0, 10)}-${seed}`,
  address: `arbitrum/prices/candles?tokenSymbol=${token}&period=${period}&limit=40`,
  options: { at: instant, seed },
})

export const GOLDEN_CASES: readonly GoldenCase[] = [
  { name: 'ping', address: 'arbitrum/ping', options: { at } },
  { name: 'tickers-arbitrum', address: 'arbitrum/prices/tickers', options: { at } },
  { name: 'tickers-avalanche-seed-42', address: 'avalanche/prices/tickers', options: { at, seed: '42' } },
  {
    name: 'tickers-botanix-1990',
    address: 'botanix/prices/tickers',
    options: { at: '1990-01-01T00:00:00Z' },
  },
  {
    name: 'tickers-arbitrum-compacted',
    address: 'arbitrum/prices/tickers',
    options: { at, priceFormat: 'compacted' },
  },
  { name: 'tickers-extra-tokens', address: 'botanix/prices/tickers', options: { at, extraTokens: '5' } },
  candle('ETH', '1m', at),
  candle('PEPE', '5m', at),
  candle('USDC', '15m', '2024-02-29T23:59:59.999Z'),
  candle('BTC', '1h', '1999-12-31T23:59:59Z', '42'),
  candle('SOL', '4h', '2099-12-31T23:59:59Z', '42'),
  candle('ETH', '1d', '1990-02-01T00:00:00Z', '1'),
  candle('SATS', '1m', '2100-01-01T00:00:00Z', '1'),
  { name: 'signed-prices-botanix', address: 'botanix/signed_prices/latest', options: { at } },
  {
    name: 'signed-prices-avalanche-compacted',
    address: 'avalanche/signed_prices/latest',
    options: { at, priceFormat: 'compacted' },
  },
  { name: 'markets-info-avalanche', address: 'avalanche/markets/info', options: { at } },
  {
    name: 'markets-info-botanix-1990',
    address: 'botanix/markets/info',
    options: { at: '1990-01-01T00:00:00Z' },
  },
  { name: 'rates-botanix', address: 'botanix/rates?period=1d', options: { at } },
  {
    name: 'rates-avalanche-average',
    address: 'avalanche/rates?period=30d&averageBy=7d',
    options: { at, seed: '42' },
  },
  { name: 'tokens-arbitrum', address: 'arbitrum/tokens', options: { at } },
  { name: 'markets-avalanche', address: 'avalanche/markets', options: { at } },
  { name: 'prices-24h-arbitrum', address: 'arbitrum/prices/24h', options: { at } },
  { name: 'prices-24h-botanix-1990', address: 'botanix/prices/24h', options: { at: '1990-01-01T00:00:00Z' } },
  { name: 'apy-arbitrum', address: 'arbitrum/apy', options: { at } },
  {
    name: 'apy-avalanche-observed-seed-42',
    address: 'avalanche/apy',
    options: { at, seed: '42', dialect: 'observed' },
  },
  { name: 'performance-annualized-arbitrum', address: 'arbitrum/performance/annualized', options: { at } },
  {
    name: 'performance-annualized-avalanche-total',
    address: 'avalanche/performance/annualized?period=total',
    options: { at: '2026-12-01T00:00:07Z', seed: '42' },
  },
  {
    name: 'performance-snapshots-glv',
    address: 'arbitrum/performance/snapshots?period=30d&address=0x528A5bac7E746C9A509A1f4F6dF58A03d44279F9',
    options: { at },
  },
  {
    name: 'performance-snapshots-botanix-1990',
    address: 'botanix/performance/snapshots?period=7d',
    options: { at: '1990-01-03T06:00:00Z' },
  },
  { name: 'glvs-arbitrum', address: 'arbitrum/glvs', options: { at } },
  { name: 'glvs-info-arbitrum', address: 'arbitrum/glvs/info', options: { at } },
  { name: 'glvs-info-avalanche', address: 'avalanche/glvs/info', options: { at, seed: '42' } },
  { name: 'glvs-info-botanix', address: 'botanix/glvs/info', options: { at } },
  { name: 'incentives', address: 'arbitrum/incentives/stip', options: { at } },
  {
    name: 'ui-min-version',
    address: 'arbitrum/ui/min_version?active=true&client_version=2',
    options: { at },
  },
  { name: 'ui-flags', address: 'arbitrum/ui-flags/v2', options: { at } },
  { name: 'batch-report', address: 'arbitrum/report/ui/batch_report', options: { at } },
  { name: 'api-tokens-botanix', address: 'botanix-api/v1/tokens', options: { at } },
  { name: 'api-tokens-info-avalanche', address: 'avalanche-api/v1/tokens/info', options: { at } },
  { name: 'api-markets-avalanche', address: 'avalanche-api/v1/markets', options: { at } },
  { name: 'api-markets-config-botanix', address: 'botanix-api/v1/markets/config', options: { at } },
  {
    name: 'api-markets-values-avalanche',
    address: 'avalanche-api-fallback/v1/markets/values',
    options: { at },
  },
  {
    name: 'api-markets-info-botanix-1990',
    address: 'botanix-api/v1/markets/info',
    options: { at: '1990-01-01T00:00:00Z' },
  },
  {
    name: 'api-markets-tickers-avalanche-seed-42',
    address: 'avalanche-api/v1/markets/tickers',
    options: { at, seed: '42' },
  },
  {
    name: 'api-ohlcv-ETH',
    address: 'arbitrum-api/v1/prices/ohlcv?symbol=ETH&timeframe=5m&limit=40&since=1772360000000',
    options: { at },
  },
  {
    name: 'api-rates-botanix-average',
    address: 'botanix-api/v1/rates?period=180d&averageBy=90d',
    options: { at },
  },
  { name: 'api-apy-avalanche', address: 'avalanche-api/v1/apy', options: { at } },
  {
    name: 'api-performance-annualized-avalanche',
    address: 'avalanche-api/v1/performance/annualized?period=1d',
    options: { at },
  },
  {
    name: 'api-performance-snapshots-botanix',
    address: 'botanix-api/v1/performance/snapshots?period=7d',
    options: { at },
  },
  { name: 'api-pairs-avalanche', address: 'avalanche-api/v1/pairs', options: { at } },
  {
    name: 'api-positions',
    address: 'arbitrum-api/v1/positions?address=0x0000000000000000000000000000000000000001',
    options: { at },
  },
  {
    name: 'api-orders',
    address: 'arbitrum-api/v1/orders?address=0x0000000000000000000000000000000000000001',
    options: { at },
  },
]
