import fc from 'fast-check'
import type { NetworkName } from '../../../src/market/catalogue/names.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { Asset, CatalogueMarket, CatalogueToken } from '../../../src/market/catalogue/types.js'
import { createLiquidity } from '../../../src/market/liquidity/liquidity.js'
import { createMarkets } from '../../../src/market/liquidity/markets.js'
import { createPools } from '../../../src/market/liquidity/pools.js'
import type { PricedAsset } from '../../../src/market/liquidity/price-reading.js'
import type { Liquidity, MarketState, Markets } from '../../../src/market/liquidity/state.js'
import { PERIOD_SECONDS, type Period } from '../../../src/market/price/periods.js'
import { type Candles, FIRST_SECOND, LAST_SECOND } from '../../../src/market/price/prices.js'
import { createSpan } from '../../../src/market/price/span.js'
import { catalogue } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

/** Prices made up for these tests: each asset swings between half and twice its catalogue price. */
export function fakePriceOf(asset: string, atSeconds: number): number | undefined {
  if (atSeconds < FIRST_SECOND || atSeconds > LAST_SECOND) return undefined
  const { baseQuanta } = catalogue.assets.get(asset) as Asset
  const swing = Math.sin(atSeconds / 400_000 + asset.length)
  return Math.round(baseQuanta * (swing > 0 ? 1 + swing : 1 / (1 - swing)))
}

export type PriceAt = (asset: string, atSeconds: number) => number | undefined

/** An asset whose prices are those of `priceAt` and whose candles are made of one price every hour. */
export function assetWith(priceAt: PriceAt, name: string): PricedAsset {
  const at = (second: number) => priceAt(name, Math.min(second, LAST_SECOND)) as number
  const candle = (start: number, end: number) => {
    const ticks = [at(start), at(end)]
    for (let second = start; second < end; second += 3600) ticks.push(at(second))
    return { open: at(start), high: Math.max(...ticks), low: Math.min(...ticks), close: at(end) }
  }
  const fold = (period: Period, first: number, count: number, last: number): Candles => {
    const seconds = PERIOD_SECONDS[period]
    const candles = Array.from({ length: count }, (_, n) =>
      candle((first + n) * seconds, Math.min((first + n + 1) * seconds - 1, last)),
    )
    const column = (key: 'open' | 'high' | 'low' | 'close') => Float64Array.from(candles, (one) => one[key])
    const [open, high, low, close] = (['open', 'high', 'low', 'close'] as const).map(column)
    return { period, firstStart: first * seconds, count, open, high, low, close }
  }
  const range = (period: Period, second: number, limit: number) => {
    const newest = Math.floor(second / PERIOD_SECONDS[period])
    const first = Math.max(newest - limit + 1, FIRST_SECOND / PERIOD_SECONDS[period])
    return { first, count: newest - first + 1 }
  }
  return {
    baseQuanta: (catalogue.assets.get(name) as Asset).baseQuanta,
    prices: {
      tickAt: (second) => priceAt(name, second),
      fold: (first, last) => candle(first, last),
      logVarianceAt: () => 0,
      range,
      finished: (period, { first, count }) => fold(period, first, count, Infinity),
      candles(period, second, limit) {
        const { first, count } = range(period, second, limit)
        return fold(period, first, count, second)
      },
      newestSpan: () => createSpan(0, 0, 0),
      finishedTexts: () => [],
      text: () => Buffer.alloc(0),
    },
  }
}

/** All states of an instant at once. */
export interface ListedMarkets extends Markets {
  statesAt(atSeconds: number): MarketState[]
  readonly liquidity: Liquidity
}

export function marketsOf(
  seed: string,
  network: NetworkName,
  priceAt: PriceAt = fakePriceOf,
  facts = catalogue.networks[network],
): ListedMarkets {
  const pools = createPools(
    seed,
    facts,
    (name) => assetWith(priceAt, name),
    () => {},
  )
  const markets = createMarkets(facts, pools)
  const liquidity = createLiquidity(facts, pools)
  return { ...markets, liquidity, statesAt: (atSeconds) => [...markets.statesAt(atSeconds)] }
}

/** The price of one raw unit, USD x 10^30, as the tickers have it. */
export function unitPriceOf(token: CatalogueToken, atSeconds: number): bigint {
  return BigInt(fakePriceOf(token.asset, atSeconds) as number) * 10n ** BigInt(token.oracleDecimals)
}

/** The same at the catalogue's price. */
export function baseUnitPriceOf(token: CatalogueToken): bigint {
  const { baseQuanta } = catalogue.assets.get(token.asset) as Asset
  return BigInt(baseQuanta) * 10n ** BigInt(token.oracleDecimals)
}

export const anyInstant = fc.integer({ min: FIRST_SECOND, max: LAST_SECOND })
export const anyNetwork = fc.constantFrom(...NETWORKS)
export const anySeed = fc.constantFrom('gmx-sim', '1', '11')

/** Checks every market of a network at random instants, under several seeds. */
export function forEachState(check: (state: MarketState, gridSeconds: number) => void): void {
  const cached = new Map<string, Markets>()
  fc.assert(
    fc.property(anySeed, anyNetwork, anyInstant, (seed, network, atSeconds) => {
      const name = JSON.stringify([seed, network])
      const markets = cached.get(name) ?? marketsOf(seed, network)
      cached.set(name, markets)
      for (const state of markets.statesAt(atSeconds)) check(state, Math.floor(atSeconds / 5) * 5)
    }),
    { numRuns: samples(200) },
  )
}

export const hasPositions = ({ index, isListed }: CatalogueMarket) => index !== undefined && isListed
export const SIDES = ['long', 'short'] as const
