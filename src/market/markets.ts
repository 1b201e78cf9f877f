/**
 * The state of a network's markets: what markets/info and rates tell, as pure functions of (seed, network, instant).
 *
 *   noise, prices → interest.ts: tokens and positions → rates.ts: what it costs to hold these → history.ts: hour by hour
 *   prices → swings.ts: what liquidates positions ↗
 */
import type { Market, Network, Token } from '../catalogue/types.js'
import { type AssetPrices, FIRST_SECOND, LAST_SECOND } from '../price/prices.js'
import { averageRates, type History, hourlyRates } from './history.js'
import { type Interest, InterestProcess, type MicroUsd } from './interest.js'
import { annualCost, costPerSecond } from './rates.js'
import { GRID_SECONDS, type MarketState, type Markets, type Sides } from './state.js'
import { AssetHistory } from './swings.js'

/** An asset as its markets see it. */
export interface PricedAsset {
  /** The catalogue's price, in quanta. */
  readonly baseQuanta: number
  readonly prices: AssetPrices
}

/** About what the noises of a market take, and the days and hours of an asset: measured. */
const MARKET_BYTES = 4000
const ASSET_BYTES = 2500

/** `assetOf` gives the same for the same name; what is remembered is told to `grow`. */
export function createMarkets(
  seed: string,
  network: Network,
  assetOf: (name: string) => PricedAsset,
  grow: (bytes: number) => void,
): Markets {
  const assets = new Map<string, AssetState>()
  const stateOf = ({ asset }: Token): AssetState => {
    const known = assets.get(asset)
    if (known !== undefined) return known
    const made = new AssetState(assetOf(asset))
    assets.set(asset, made)
    grow(ASSET_BYTES)
    return made
  }
  const histories = new Map<Market, History>()
  const historyOf = (market: Market): History => {
    const known = histories.get(market)
    if (known !== undefined) return known
    const process = new InterestProcess(seed, network.name, market)
    const [long, short, index] = [market.long, market.short, market.index ?? market.long].map(stateOf)
    const interestAt = (atSeconds: number): Interest =>
      process.at(atSeconds, {
        // First, as it asks for the days before, too: prices then find theirs among them.
        swing: index.history.at(atSeconds),
        long: long.relativeAt(atSeconds),
        short: short.relativeAt(atSeconds),
      })
    const made = { interestAt, listedAtSeconds: market.listedAtSeconds }
    histories.set(market, made)
    grow(MARKET_BYTES)
    return made
  }
  function* statesOfAll(at: number): Iterable<MarketState> {
    for (const market of network.markets) {
      const { interestAt } = historyOf(market)
      const { baseQuanta: long } = stateOf(market.long)
      const { baseQuanta: short } = stateOf(market.short)
      const unit = { long: unitPrice(long, market.long), short: unitPrice(short, market.short) }
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

/** What markets of one asset share, worked out once for each instant. */
class AssetState {
  readonly baseQuanta: number
  readonly history: AssetHistory
  #at = Number.NaN
  #relative = Number.NaN

  constructor({ baseQuanta, prices }: PricedAsset) {
    this.baseQuanta = baseQuanta
    this.history = new AssetHistory(prices)
  }

  /** The price as a part of the catalogue's. */
  relativeAt(atSeconds: number): number {
    if (atSeconds !== this.#at) {
      this.#relative = this.history.priceAt(atSeconds) / this.baseQuanta
      this.#at = atSeconds
    }
    return this.#relative
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
