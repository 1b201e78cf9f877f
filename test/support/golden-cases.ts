/** Replies whose every byte is promised: `gmx-sim get <address> <options>` prints `test/golden/<name>.json`. */
import { rowsOf } from './rows.js'

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

/** Name, address, and options, `at` by default. */
const REPLIES = `
  ping | arbitrum/ping
  tickers-arbitrum | arbitrum/prices/tickers
  tickers-avalanche-seed-42 | avalanche/prices/tickers | seed=42
  tickers-botanix-1990 | botanix/prices/tickers | at=1990-01-01T00:00:00Z
  tickers-arbitrum-compacted | arbitrum/prices/tickers | priceFormat=compacted
  tickers-avalanche-observed-seed-42 | avalanche/prices/tickers | seed=42 dialect=observed
  signed-prices-botanix-observed | botanix/signed_prices/latest | dialect=observed
  tickers-extra-tokens | botanix/prices/tickers | extraTokens=5
  signed-prices-botanix | botanix/signed_prices/latest
  signed-prices-avalanche-compacted | avalanche/signed_prices/latest | priceFormat=compacted
  markets-info-avalanche | avalanche/markets/info
  markets-info-botanix-1990 | botanix/markets/info | at=1990-01-01T00:00:00Z
  rates-botanix | botanix/rates?period=1d
  rates-avalanche-average | avalanche/rates?period=30d&averageBy=7d | seed=42
  tokens-arbitrum | arbitrum/tokens
  markets-avalanche | avalanche/markets
  prices-24h-arbitrum | arbitrum/prices/24h
  prices-24h-botanix-1990 | botanix/prices/24h | at=1990-01-01T00:00:00Z
  apy-arbitrum | arbitrum/apy
  apy-avalanche-observed-seed-42 | avalanche/apy | seed=42 dialect=observed
  performance-annualized-arbitrum | arbitrum/performance/annualized
  performance-annualized-avalanche-total | avalanche/performance/annualized?period=total | at=2026-12-01T00:00:07Z seed=42
  performance-snapshots-glv | arbitrum/performance/snapshots?period=30d&address=0x528A5bac7E746C9A509A1f4F6dF58A03d44279F9
  performance-snapshots-botanix-1990 | botanix/performance/snapshots?period=7d | at=1990-01-03T06:00:00Z
  glvs-arbitrum | arbitrum/glvs
  glvs-info-arbitrum | arbitrum/glvs/info
  glvs-info-avalanche | avalanche/glvs/info | seed=42
  glvs-info-botanix | botanix/glvs/info
  incentives | arbitrum/incentives/stip
  ui-min-version | arbitrum/ui/min_version?active=true&client_version=2
  ui-flags | arbitrum/ui-flags/v2
  batch-report | arbitrum/report/ui/batch_report
  api-tokens-botanix | botanix-api/v1/tokens
  api-tokens-info-avalanche | avalanche-api/v1/tokens/info
  api-prices-tickers-megaeth | megaeth-api/v1/prices/tickers
  api-markets-avalanche | avalanche-api/v1/markets
  api-markets-config-botanix | botanix-api/v1/markets/config
  api-markets-values-avalanche | avalanche-api-fallback/v1/markets/values
  api-markets-info-botanix-1990 | botanix-api/v1/markets/info | at=1990-01-01T00:00:00Z
  api-markets-tickers-avalanche-seed-42 | avalanche-api/v1/markets/tickers | seed=42
  api-ohlcv-ETH | arbitrum-api/v1/prices/ohlcv?symbol=ETH&timeframe=5m&limit=40&since=1772360000000
  api-rates-botanix-average | botanix-api/v1/rates?period=180d&averageBy=90d
  api-apy-avalanche | avalanche-api/v1/apy
  api-performance-annualized-avalanche | avalanche-api/v1/performance/annualized?period=1d
  api-performance-snapshots-botanix | botanix-api/v1/performance/snapshots?period=7d
  api-pairs-avalanche | avalanche-api/v1/pairs
  api-trading-capacity | arbitrum-api/v1/markets/trading-capacity?symbol=ETH/USD%20[WETH-USDC]&direction=short
  api-jit-liquidity-avalanche | avalanche-api/v1/jit/liquidity_info
  api-jit-liquidity-v2-avalanche | avalanche-api/v2/jit/liquidity_info
  api-yield-gm-pools-avalanche | avalanche-api/v1/yield/gm-pools?period=30d&includeComponents=true
  api-buyback-arbitrum | arbitrum-api/v1/buyback/weekly-stats
  api-trades | arbitrum-api/v1/trades?address=0x0000000000000000000000000000000000000001
  api-trades-search | arbitrum-api/v1/trades/search
  api-staking-power | arbitrum-api/v1/staking/power?address=0x0000000000000000000000000000000000000001
  api-balances-wallet-botanix | botanix-api/v1/balances/wallet?address=0x0000000000000000000000000000000000000001
  api-allowances-botanix | botanix-api/v1/allowances?address=0x0000000000000000000000000000000000000001&spender=router
  api-subaccount-status | arbitrum-api/v1/subaccounts/status
  api-positions | arbitrum-api/v1/positions?address=0x0000000000000000000000000000000000000001
  api-orders | arbitrum-api/v1/orders?address=0x0000000000000000000000000000000000000001
`

export const GOLDEN_CASES: readonly GoldenCase[] = [
  candle('ETH', '1m', at),
  candle('PEPE', '5m', at),
  candle('USDC', '15m', '2024-02-29T23:59:59.999Z'),
  candle('BTC', '1h', '1999-12-31T23:59:59Z', '42'),
  candle('SOL', '4h', '2099-12-31T23:59:59Z', '42'),
  candle('ETH', '1d', '1990-02-01T00:00:00Z', '1'),
  candle('SATS', '1m', '2100-01-01T00:00:00Z', '1'),
  ...rowsOf(REPLIES).map(([name, address, options = '']) => ({
    name,
    address,
    options: {
      at,
      ...Object.fromEntries(
        options
          .split(' ')
          .filter(Boolean)
          .map((pair) => pair.split('=')),
      ),
    },
  })),
]
