/**
 * The state of a network's markets: what markets/info and rates tell, as pure functions of (seed, network, instant).
 *
 *   noise → interest.ts: money in USD → rates.ts: what it costs to hold positions → history.ts: hour by hour
 *                                      ↘ here: money in tokens, at their prices
 */
import type { Market, Network, Token } from '../catalogue/types.js'
import {
  averageRates,
  type History,
  hourlyRates,
  type RateAverage,
  type RatePeriod,
  type RatesSnapshot,
} from './history.js'
import { InterestProcess, type MicroUsd } from './interest.js'
import { annualCost, costPerSecond, type Rates, type Sides } from './rates.js'

/** The price of an asset in quanta during a second, by its name; undefined outside the range of time. */
export type PriceOf = (asset: string, atSeconds: number) => number | undefined

export interface MarketState {
  readonly market: Market
  /** Delisted: no positions, no liquidity for them. */
  readonly isDisabled: boolean
  /** USD x 10^30; so is the liquidity, which is what positions may still open. */
  readonly openInterest: Sides
  readonly availableLiquidity: Sides
  /** Raw units of the long and of the short token. */
  readonly poolAmount: Sides
  /** Annual fractions x 10^30 in the cost frame: positive pays. */
  readonly rates: Rates
}

export interface Markets {
  /** The state of every market, in the catalogue's order, on the 5 s grid; none outside the range of time. */
  statesAt(atSeconds: number): MarketState[]
  /** A market's hourly rates of the `period` up to `atSeconds`, or their averages, newest first, each worked out when it is its turn. */
  ratesOf(
    market: Market,
    atSeconds: number,
    period: RatePeriod,
    averageBy?: RateAverage,
  ): Iterable<RatesSnapshot>
}

/** How often the data behind markets/info is pulled. */
export const GRID_SECONDS = 5

/** `priceOf` gives the same for the same arguments; it is asked once per asset and instant. */
export function createMarkets(seed: string, network: Network, priceOf: PriceOf): Markets {
  const histories = new Map<Market, History>()
  const historyOf = (market: Market): History => {
    const known = histories.get(market)
    if (known !== undefined) return known
    const process = new InterestProcess(seed, network.name, market)
    const made = { process, listedAtSeconds: market.listedAtSeconds }
    histories.set(market, made)
    return made
  }
  return {
    statesAt(atSeconds) {
      const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
      const known = new Map<string, number | undefined>()
      const unitPriceOf = ({ asset, oracleDecimals }: Token): bigint | undefined => {
        if (!known.has(asset)) known.set(asset, priceOf(asset, at))
        const quanta = known.get(asset)
        return quanta === undefined ? undefined : BigInt(Math.max(1, quanta)) * 10n ** BigInt(oracleDecimals)
      }
      return network.markets.flatMap((market) => {
        const long = unitPriceOf(market.long)
        const short = unitPriceOf(market.short)
        return long && short ? [stateOf(market, historyOf(market).process, at, { long, short })] : []
      })
    },
    ratesOf: (market, atSeconds, period, averageBy) =>
      averageBy === undefined
        ? hourlyRates(historyOf(market), atSeconds, period)
        : averageRates(historyOf(market), atSeconds, period, averageBy),
  }
}

/** `unitPrices` are those of one raw unit of each token, USD x 10^30. */
function stateOf(market: Market, process: InterestProcess, at: number, unitPrices: Sides): MarketState {
  const interest = process.at(at)
  const { pool, reserve, open } = interest
  return {
    market,
    isDisabled: !market.isListed,
    openInterest: toE30(open),
    availableLiquidity: toE30({ long: reserve.long - open.long, short: reserve.short - open.short }),
    poolAmount: {
      long: (BigInt(pool.long) * MICRO_TO_E30) / unitPrices.long,
      short: (BigInt(pool.short) * MICRO_TO_E30) / unitPrices.short,
    },
    rates: annualCost(costPerSecond(interest)),
  }
}

const MICRO_TO_E30 = 10n ** 24n

function toE30({ long, short }: MicroUsd): Sides {
  return { long: BigInt(long) * MICRO_TO_E30, short: BigInt(short) * MICRO_TO_E30 }
}
