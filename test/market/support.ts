import fc from 'fast-check'
import { loadCatalogue } from '../../src/catalogue/load.js'
import { NETWORKS, type NetworkName } from '../../src/catalogue/networks.js'
import type { Asset, Market, Token } from '../../src/catalogue/types.js'
import { createMarkets, type MarketState, type Markets } from '../../src/market/markets.js'
import { FIRST_SECOND, LAST_SECOND } from '../../src/price/candles.js'

export const catalogue = loadCatalogue()

/** Prices made up for these tests: each asset swings between half and twice its catalogue price. */
export function fakePriceOf(asset: string, atSeconds: number): number | undefined {
  if (atSeconds < FIRST_SECOND || atSeconds > LAST_SECOND) return undefined
  const { baseQuanta } = catalogue.assets.get(asset) as Asset
  const swing = Math.sin(atSeconds / 40_000 + asset.length)
  return Math.round(baseQuanta * (swing > 0 ? 1 + swing : 1 / (1 - swing)))
}

export function marketsOf(seed: string, network: NetworkName): Markets {
  return createMarkets(seed, catalogue.networks[network], fakePriceOf)
}

/** The price of one raw unit, USD x 10^30, as the tickers have it. */
export function unitPriceOf(token: Token, atSeconds: number): bigint {
  return BigInt(fakePriceOf(token.asset, atSeconds) as number) * 10n ** BigInt(token.oracleDecimals)
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
  )
}

export const hasPositions = ({ index, isListed }: Market) => index !== undefined && isListed
export const SIDES = ['long', 'short'] as const
