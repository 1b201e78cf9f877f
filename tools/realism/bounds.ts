/**
 * Definition of realistic prices: bounds after the stylised facts of Cont (2001) and features visible in any plot. A bound is a fact
 * about markets, not about this model: do not widen one to make a test pass.
 */

/** `each`: every asset under every seed; `mean`: over all of these, where one alone has too few days. */
export interface Bound {
  readonly figure: string
  readonly least: number
  readonly most: number
  readonly of: 'each' | 'mean'
}

const each = (figure: string, least: number, most: number): Bound => ({ figure, least, most, of: 'each' })
const onAverage = (figure: string, least: number, most: number): Bound => ({
  figure,
  least,
  most,
  of: 'mean',
})

export const BLOCKS = ['day', '4h', '1h', '15m'] as const
export const ENDS = ['open = high', 'open = low', 'close = high', 'close = low'] as const
export const BOUNDARIES = ['5m', '15m', '1h', '4h'] as const

/** Wrapped BTC, bridged stablecoins, and staked assets, with least and most growth of their ratio a year. */
export const WRAPPED = ['tBTC', 'WBTC.b', 'pBTC'] as const
export const BRIDGED = ['USDC', 'USDT', 'DAI'].map((leader) => ({ asset: `${leader}.e`, leader }))
export const STAKED = [
  { asset: 'wstETH', leader: 'ETH', least: 0.025, most: 0.04 },
  { asset: 'stBTC', leader: 'BTC', least: 0.005, most: 0.02 },
] as const

export const BOUNDS: readonly Bound[] = [
  each('BTC~ETH 1m', 0.5, 0.85),
  each('BTC~ETH 1h', 0.6, 0.9),
  each('BTC~ETH 1d', 0.65, 0.9),
  each('BTC~PEPE 1d', 0.4, 0.75),
  each('GOLD~SILVER 1d', 0.6, 0.85),
  each('WTIOIL~BRENTOIL 1d', 0.9, 1),
  each('BTC~GOLD 1d', -0.05, 0.2),
  each('BTC~WTIOIL 1d', -0.1, 0.2),
  ...BLOCKS.flatMap((block) =>
    ['', ', shifted'].flatMap((shifted) => [
      onAverage(`spread, halves of ${block}${shifted}`, -0.05, 0.05),
      onAverage(`own, halves of ${block}${shifted}`, -0.05, 0.05),
    ]),
  ),
  ...ENDS.flatMap((ends) => [each(`${ends} 1m`, 0.6, 1.5), each(`${ends} 1h`, 0.6, 1.5)]),
  ...['second of the minute', 'minute of the hour', 'hour of the day'].flatMap((bin) => [
    each(`extreme by ${bin}, least bin`, 0.85, 1.15),
    each(`extreme by ${bin}, most bin`, 0.85, 1.15),
  ]),
  ...BOUNDARIES.map((boundary) => each(`lag 1 of absolute 1m across ${boundary}`, 0.8, 1.25)),
  ...['1s by second', '1m by minute'].flatMap((bin) => [
    each(`absolute ${bin}, least bin`, 0.96, 1.04),
    each(`absolute ${bin}, most bin`, 0.96, 1.04),
  ]),
  each('30-day volatility, p5', 0, 0.6),
  each('30-day volatility, p95', 1.45, 3),
  each('log daily volatility, lag 1', 0.45, 0.85),
  onAverage('log daily volatility, lag 5', 0.3, 1),
  onAverage('log daily volatility, lag 20', 0.12, 1),
  each('excess kurtosis 1m', 5, 60),
  each('excess kurtosis 1h', 3, 25),
  each('excess kurtosis 1d', 2, 12),
  onAverage('largest day of ten years', 6, 16),
  each('busiest over quietest hour', 1.25, 2),
  each('weekend over weekday', 0.6, 0.9),
  onAverage('weekend over weekday, metals and energy', 0, 0.25),
  each('volatility over the catalogue’s', 0.7, 1.3),
  onAverage('variance ratio 1d / 1m', 0.85, 1.2),
  ...['1m', '1h', '1d'].flatMap((period) => [
    onAverage(`Parkinson ratio ${period}`, 0.85, 1.25),
    each(`body over range ${period}`, 0.38, 0.55),
    each(`lag 1 of returns ${period}`, -0.05, 0.05),
  ]),
  each('log spread ~ log hourly volatility', 0.3, 0.9),
]

/** Of stress.ts, over eight seeds or more; after hourly candles of BTC, ETH, DOGE and USDC, 2021 to 2023. */
export const STRESS_BOUNDS: readonly Bound[] = [
  onAverage('BTC~ETH, worst hours in common', 0.56, 0.76),
  onAverage('BTC~ETH 1h, on average', 0.75, 0.9),
  onAverage('BTC~DOGE 1h, volatile less calm', 0.1, 0.4),
  onAverage('Hill index 1h, BTC', 2.2, 3.7),
  onAverage('Hill index 1h, ETH', 2.2, 3.7),
  onAverage('Hill index 1h, DOGE', 2.2, 3.2),
  ...['BTC', 'ETH'].flatMap((asset) => [
    onAverage(`skew 1h, ${asset}`, -0.8, -0.2),
    onAverage(`excess kurtosis 1h, ${asset}`, 8, 25),
  ]),
  onAverage('losses beyond 5 sd in 10,000 h, ETH', 15, 40),
  onAverage('XAUT, Saturday over Monday to Thursday', 0.4, 0.9),
  onAverage('XAUT over GOLD while both trade, bps', 5, 60),
  ...WRAPPED.flatMap((asset) => [
    onAverage(`${asset} over BTC, bps`, 5, 60),
    onAverage(`${asset} over BTC, a week later`, -0.3, 0.3),
  ]),
  ...BRIDGED.map(({ asset, leader }) => onAverage(`${asset} over ${leader}, bps`, 0.5, 6)),
  ...STAKED.map(({ asset, leader, least, most }) =>
    onAverage(`${asset} over ${leader}, growth a year`, least, most),
  ),
  onAverage('USDC off its peg, median, bps', 0.1, 4.5),
  onAverage('USDC off its peg by more than 10 bps', 0.05, 0.2),
  onAverage('GLV [ETH-USDC] on ETH, beta', 0.4, 0.6),
  onAverage('GLV [ETH-USDC]~ETH 1d', 0.9, 1),
  each('longs and shorts with equal entries', 0, 0),
  onAverage('entries of longs and shorts apart, median, bps', 30, 300),
  onAverage('longs in profit', 0.3, 0.7),
  onAverage('shorts in profit', 0.3, 0.7),
]
