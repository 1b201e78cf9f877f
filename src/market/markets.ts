/**
 * The state of a network's markets: what markets/info and rates tell, as pure functions of (seed, network, instant).
 *
 *   noise, prices → interest.ts: tokens and positions → rates.ts: what it costs to hold these → history.ts: hour by hour
 *   prices → swings.ts: what liquidates positions ↗
 */
import type { Market, Network, Token } from '../catalogue/types.js'
import { getOrCreate } from '../core/maps.js'
import { FIRST_SECOND, LAST_SECOND } from '../price/prices.js'
import type { Pools } from './create-pools.js'
import { averageRates, type History, hourlyRates } from './history.js'
import type { Interest, MicroUsd } from './interest.js'
import { annualCost, costPerSecond } from './rates.js'
import { GRID_SECONDS, type MarketState, type Markets, type Sides } from './state.js'

export function createMarkets(network: Network, pools: Pools): Markets {
  const histories = new Map<Market, History>()
  const historyOf = (market: Market): History => getOrCreate(histories, market, createHistory)
  const createHistory = (market: Market): History => {
    const { process, index, long, short } = pools.of(market)
    const interestAt = (atSeconds: number): Interest =>
      process.at(atSeconds, {
        // First, as it asks for the days before, too: prices then find theirs among them.
        swing: index.history.at(atSeconds),
        long: long.relativeAt(atSeconds),
        short: short.relativeAt(atSeconds),
      })
    return { interestAt, listedAtSeconds: market.listedAtSeconds }
  }
  function* statesOfAll(at: number): Iterable<MarketState> {
    for (const market of network.markets) {
      const { interestAt } = historyOf(market)
      const { long, short } = pools.of(market)
      const unit = {
        long: unitPrice(long.baseQuanta, market.long),
        short: unitPrice(short.baseQuanta, market.short),
      }
      yield toState(market, interestAt(at), unit)
    }
  }
  return {
    statesAt(atSeconds) {
      const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
      return at < FIRST_SECOND || at > LAST_SECOND ? [] : statesOfAll(at)
    },
    ratesOf: (market, atSeconds, period, averageBy) =>
      averageBy === undefined
        ? hourlyRates(historyOf(market), atSeconds, period)
        : averageRates(historyOf(market), atSeconds, period, averageBy),
  }
}

/** The price of one raw unit, USD x 10^30. */
function unitPrice(quanta: number, { oracleDecimals }: Token): bigint {
  return BigInt(quanta) * 10n ** BigInt(oracleDecimals)
}

/** `unitPrices` are the catalogue's. */
function toState(market: Market, interest: Interest, unitPrices: Sides): MarketState {
  const { tokens, reserve, open } = interest
  return {
    market,
    isDisabled: !market.isListed,
    openInterest: toE30(open),
    availableLiquidity: toE30({ long: reserve.long - open.long, short: reserve.short - open.short }),
    poolAmount: {
      long: (BigInt(tokens.long) * MICRO_TO_E30) / unitPrices.long,
      short: (BigInt(tokens.short) * MICRO_TO_E30) / unitPrices.short,
    },
    rates: annualCost(costPerSecond(interest)),
  }
}

const MICRO_TO_E30 = 10n ** 24n

function toE30({ long, short }: MicroUsd): Sides {
  return { long: BigInt(long) * MICRO_TO_E30, short: BigInt(short) * MICRO_TO_E30 }
}
