/**
 * State of a network's markets, for markets/info and rates: pure functions of (seed, network, instant).
 *
 *   noise, prices → interest.ts: tokens and positions → rates.ts: costs of holding these → history.ts: hour by hour
 *   prices → swing-history.ts: moves that liquidate positions ↗
 */

import { getOrCreate } from '../../kit/maps.js'
import type { CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { hasPrices } from '../price/prices.js'
import type { Pools } from './create-pools.js'
import { averageRates, type History, hourlyRates } from './history.js'
import type { Interest } from './interest.js'
import { annualCost, costPerSecond } from './rates.js'
import { bySide, GRID_SECONDS, type MarketState, type Markets, type Sides } from './state.js'

export function createMarkets(network: Network, pools: Pools): Markets {
  const histories = new Map<CatalogueMarket, History>()
  const historyOf = (market: CatalogueMarket): History =>
    getOrCreate(histories, market, () => {
      const { process, index, long, short } = pools.of(market)
      const interestAt = (atSeconds: number): Interest =>
        process.at(atSeconds, {
          // First: it reads earlier days too, among which the prices then find theirs.
          swing: index.history.at(atSeconds),
          long: long.relativeAt(atSeconds),
          short: short.relativeAt(atSeconds),
        })
      return { interestAt, listedAtSeconds: market.listedAtSeconds }
    })
  function* statesOfAll(at: number): Iterable<MarketState> {
    for (const market of network.markets) {
      const { interestAt } = historyOf(market)
      const { long, short } = pools.of(market)
      yield toState(market, interestAt(at), {
        long: unitPrice(long.baseQuanta, market.long),
        short: unitPrice(short.baseQuanta, market.short),
      })
    }
  }
  return {
    statesAt(atSeconds) {
      const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
      return hasPrices(at) ? statesOfAll(at) : []
    },
    ratesOf: (market, atSeconds, period, averageBy) =>
      averageBy === undefined
        ? hourlyRates(historyOf(market), atSeconds, period)
        : averageRates(historyOf(market), atSeconds, period, averageBy),
  }
}

/** Price of one raw unit, USD x 10^30. */
function unitPrice(quanta: number, { oracleDecimals }: CatalogueToken): bigint {
  return BigInt(quanta) * 10n ** BigInt(oracleDecimals)
}

function toState(market: CatalogueMarket, interest: Interest, unitPrices: Sides): MarketState {
  const { tokens, reserve, open } = interest
  return {
    market,
    isDisabled: !market.isListed,
    openInterest: bySide((side) => toE30(open[side])),
    availableLiquidity: bySide((side) => toE30(reserve[side] - open[side])),
    poolAmount: bySide((side) => toE30(tokens[side]) / unitPrices[side]),
    rates: annualCost(costPerSecond(interest)),
  }
}

function toE30(microUsd: number): bigint {
  return BigInt(microUsd) * 10n ** 24n
}
