/** Pools of markets and GLVs, and the recent swings of prices, which liquidate positions. */
import { getOrCreate, memoisedLatest } from '../../kit/maps.js'
import { keyOf } from '../../kit/random/random.js'
import { SlowNoise } from '../../kit/random/slow-noise.js'
import type { CatalogueGlv, CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { type AssetPrices, type Candles, FIRST_SECOND, type Fold } from '../price/prices.js'
import { type Interest, InterestProcess, type Swing } from './interest.js'
import { DAYS_BEFORE, MEMORY_DAYS, type PricedAsset, type Relative } from './price-reading.js'
import type { TokenValue } from './state.js'

export interface Pair {
  readonly long: PricedAsset
  readonly short: PricedAsset
}

export interface MarketPool extends Pair {
  readonly market: CatalogueMarket
  readonly process: InterestProcess
  readonly index: PricedAsset
  interestAt(atSeconds: number): Interest
}

export interface GlvPool {
  readonly glv: CatalogueGlv
  readonly held: readonly Holding[]
}

export interface Holding {
  readonly pool: MarketPool
  readonly part: SlowNoise
}

export type Pools = ReturnType<typeof createPools>

/** Measured memory cost in bytes: noises of a market, days and hours of an asset, a GLV's holding. */
const MARKET_BYTES = 4000
const ASSET_BYTES = 2500
const HOLDING_BYTES = 1000

/** `assetOf` must return the same object for the same name; memory growth is reported to `grow`. */
export function createPools(
  seed: string,
  network: Network,
  assetOf: (name: string) => PricedAsset,
  grow: (bytes: number) => void,
) {
  const assets = new Map<string, AssetState>()
  const stateOf = ({ asset }: CatalogueToken): AssetState =>
    getOrCreate(assets, asset, () => {
      grow(ASSET_BYTES)
      return createAssetState(assetOf(asset))
    })
  const pools = new Map<CatalogueMarket, MarketPool>()
  const poolOf = (market: CatalogueMarket): MarketPool =>
    getOrCreate(pools, market, () => {
      const process = new InterestProcess(seed, network.name, market)
      const [long, short, index] = [market.long, market.short, market.index ?? market.long].map(stateOf)
      grow(MARKET_BYTES)
      const interestAt = (atSeconds: number) =>
        process.at(atSeconds, {
          // First: it reads earlier days too, among which the prices then find theirs.
          swing: index.swingAt(atSeconds),
          long: long.relativeAt(atSeconds),
          short: short.relativeAt(atSeconds),
        })
      return { market, process, index, long, short, interestAt }
    })
  const holdingOf = (glv: CatalogueGlv, market: CatalogueMarket): Holding => {
    grow(HOLDING_BYTES)
    const key = keyOf(seed, 'glv', network.name, glv.glvToken, market.marketToken)
    return { pool: poolOf(market), part: new SlowNoise(key, 0) }
  }
  let glvs: readonly GlvPool[] | undefined
  return {
    of: poolOf,
    glvs(): readonly GlvPool[] {
      glvs ??= network.glvs.map((glv) => ({
        glv,
        held: glv.markets.map((market) => holdingOf(glv, market)),
      }))
      return glvs
    },
  }
}

const PART = { least: 0.02, range: 0.16 }

/**
 * USD value of a market token: half a dollar of each of its two tokens at the catalogue's prices. It follows prices
 * alone, however the pool is split.
 */
export function valueOfMarket({ long, short }: Pair, at: number, relative: Relative): number {
  return (relative(long, at) + relative(short, at)) / 2
}

export function worthOfHolding({ pool, part }: Holding, at: number, relative: Relative): TokenValue {
  const { process, long, short } = pool
  const own = process.tokensAt(at)
  const value = valueOfMarket(pool, at, relative)
  const ofMarket = Math.round((own.long * relative(long, at) + own.short * relative(short, at)) / value)
  const tokens = Math.round(ofMarket * (PART.least + PART.range * part.at(at)))
  return { tokens, usd: tokens * value }
}

/** Logarithmic growth of a constant-product pool: the root of the product of both prices. */
export function ofConstantProduct(long: number, short: number): number {
  return (long + short) / 2
}

const HOUR = 3600
const DAY = 24 * HOUR
const FIRST_DAY = FIRST_SECOND / DAY

type AssetState = ReturnType<typeof createAssetState>

/** Caches what the last calls read: days up to one, and the hours of a day, all of them as if finished. */
function createAssetState({ baseQuanta, prices }: PricedAsset) {
  const hoursOf = memoisedLatest((day: number) => prices.finished('1h', { first: day * 24, count: 24 }))
  const daysUpTo = createWindow(prices)
  const priceAt = (atSeconds: number): number =>
    atSeconds % HOUR === 0
      ? hoursOf(Math.floor(atSeconds / DAY)).open[(atSeconds % DAY) / HOUR]
      : (prices.tickAt(atSeconds) as number)
  return {
    baseQuanta,
    prices,
    relativeAt: memoisedLatest((atSeconds: number) => priceAt(atSeconds) / baseQuanta),
    swingAt: memoisedLatest((atSeconds: number): Swing => {
      const day = Math.floor(atSeconds / DAY)
      const days = daysUpTo(day)
      const running =
        atSeconds % HOUR === 0
          ? foldHours(hoursOf(day), (atSeconds % DAY) / HOUR)
          : foldSeconds(prices.candles('1d', atSeconds, 1))
      return swingOf(days, WINDOW_DAYS - days.count, days.count, running, (atSeconds % DAY) / DAY)
    }),
  }
}

const WINDOW_DAYS = DAYS_BEFORE + 1
const newColumn = () => new Float64Array(WINDOW_DAYS)

/** The last `count` days up to one, at the end of the columns. A later call mostly needs some of them again. */
function createWindow(prices: AssetPrices) {
  const days = { open: newColumn(), high: newColumn(), low: newColumn(), count: 0 }
  let last = Number.NEGATIVE_INFINITY
  return (day: number) => {
    if (day === last) return days
    days.count = Math.min(day - FIRST_DAY, DAYS_BEFORE) + 1
    const unread = day > last ? Math.min(day - last, days.count) : days.count
    const read = prices.finished('1d', { first: day - unread + 1, count: unread })
    for (const name of ['open', 'high', 'low'] as const) {
      days[name].copyWithin(0, unread)
      days[name].set(read[name], WINDOW_DAYS - unread)
    }
    last = day
    return days
  }
}

function foldSeconds({ high, low }: Candles): Extremes {
  return { high: high[0], low: low[0] }
}

/** Folds the hours before `hour` and the first tick of that one. */
function foldHours(hours: Candles, hour: number): Extremes {
  let high = hours.open[hour]
  let low = high
  for (let n = 0; n < hour; n++) {
    high = Math.max(high, hours.high[n])
    low = Math.min(low, hours.low[n])
  }
  return { high, low }
}

/** Swing at the start of a day, which itself does not count. */
export function swingAtMidnight(days: Candles, day: number): Swing {
  const first = Math.max(0, day - DAYS_BEFORE)
  const opening = days.open[day]
  return swingOf(days, first, day - first + 1, { high: opening, low: opening }, 0)
}

type Extremes = Pick<Fold, 'high' | 'low'>

/**
 * Swing over `count` days from `first` on, the last one running for `sinceMidnight` of it; moves are measured from the opening of
 * their day or the one before.
 */
function swingOf(
  { open, high, low }: Pick<Candles, 'open' | 'high' | 'low'>,
  first: number,
  count: number,
  running: Extremes,
  sinceMidnight: number,
): Swing {
  let fall = 0
  let rise = 0
  for (let n = 0; n < count; n++) {
    const isRunning = n === count - 1
    const daysAgo = count - 2 - n + sinceMidnight
    const weight = isRunning ? 1 : 1 - daysAgo / MEMORY_DAYS
    if (weight <= 0) continue
    const day = first + n
    const before = open[first + Math.max(0, n - 1)]
    const lowest = isRunning ? running.low : low[day]
    const highest = isRunning ? running.high : high[day]
    fall = Math.max(fall, weight * (1 - lowest / Math.max(open[day], before)))
    rise = Math.max(rise, weight * (highest / Math.min(open[day], before) - 1))
  }
  return { fall, rise }
}
