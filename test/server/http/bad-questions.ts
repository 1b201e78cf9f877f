const LONG = 'A'.repeat(5000)

/** Queries for candles → the parameters that the errors must name, in order. */
export const BAD_QUERIES: readonly (readonly [query: string, named: readonly string[]])[] = [
  ['', ['tokenSymbol', 'period']],
  ['tokenSymbol=ETH', ['period']],
  ['period=1m', ['tokenSymbol']],
  ['tokenSymbol=&period=&limit=', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=eth&period=1m', ['tokenSymbol']],
  ['tokenSymbol=NOPE&period=2m&limit=0', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=OM&period=1m', ['tokenSymbol']],
  ['tokenSymbol=ETH&tokenSymbol=ETH&period=1m', ['tokenSymbol']],
  ['tokenSymbol=ETH&tokenSymbol=BTC&period=1m&period=1m&limit=1&limit=2', ['tokenSymbol', 'period', 'limit']],
  ['tokenSymbol=__proto__&period=constructor', ['tokenSymbol', 'period']],
  ['tokenSymbol[a]=ETH&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%00&period=1m', ['tokenSymbol']],
  ['tokenSymbol=%zz&period=%e0%a4%a', ['tokenSymbol', 'period']],
  [`tokenSymbol=${LONG}&period=1m`, ['tokenSymbol']],
  ...['0', '10001', '-1', '1.5', '1e3', '0x10', ' 5', '٣', 'NaN', '99999999999999999999'].map(
    (limit) => [`tokenSymbol=ETH&period=1m&limit=${encodeURIComponent(limit)}`, ['limit']] as const,
  ),
]

export const GOOD_LIMITS = ['1', '10000', '0005']

/** Paths at which there is nothing. */
export const NOWHERE: readonly string[] = [
  '/arbitrum',
  '/arbitrum/',
  '/arbitrum/prices',
  '/arbitrum/prices/ticker',
  '/Arbitrum/ping',
  '/arbitrum/PING',
  '/ping',
  '/ethereum/ping',
  '/arbitrum-fallback-3/ping',
  '/%zz/ping',
  '/arbitrum/%zz',
  '/__proto__/ping',
  `/${LONG}`,
  '/arbitrum/ping/more',
  '/arbitrum//ping',
  '/s/nobody/arbitrum/ping',
]
