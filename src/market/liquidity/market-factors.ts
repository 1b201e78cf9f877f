/** Configuration of markets, which the contracts hold and no price changes: defaults by kind of market. */
import file from '../../../fixtures/market-factors.json' with { type: 'json' }
import { memoised } from '../../kit/maps.js'
import type { CatalogueMarket } from '../catalogue/types.js'

type Names = keyof typeof file.default

/** USD and factors x 10^30, as digits. */
export type MarketFactors = Readonly<Record<Names | (typeof RESERVE_FACTORS)[number], string>>

const RESERVE_FACTORS = [
  'reserveFactorLong',
  'reserveFactorShort',
  'openInterestReserveFactorLong',
  'openInterestReserveFactorShort',
] as const

/** In the order of replies. */
export const FACTOR_NAMES = [
  ...Object.keys(file.default),
  ...RESERVE_FACTORS,
] as readonly (keyof MarketFactors)[]

const NO_POSITIONS = { maxOpenInterestLong: '0', maxOpenInterestShort: '0' }

export const factorsOf = memoised((market: CatalogueMarket): MarketFactors => {
  const ofKind = market.index === undefined ? file.spot : isMajor(market) ? file.major : {}
  const reserves = Object.fromEntries(RESERVE_FACTORS.map((name) => [name, String(RESERVE_SHARE)]))
  const all = { ...file.default, ...ofKind, ...reserves, ...(!market.isListed && NO_POSITIONS) }
  const digits = Object.entries(all).map(([name, text]) => [name, toE30(text)])
  return Object.fromEntries(digits) as MarketFactors
})

/** The least collateral and size of a position, USD x 10^30. */
export const POSITION_LIMITS = {
  minCollateralUsd: toE30(file.limits.minCollateralUsd),
  minPositionSizeUsd: toE30(file.limits.minPositionSizeUsd),
}

/** A plain decimal x 10^30, as digits. */
function toE30(text: string): string {
  const [whole, places = ''] = text.split('.')
  return String(BigInt(whole + places.padEnd(30, '0')))
}

const MAJORS: readonly string[] = ['BTC', 'ETH']
/** Part of a pool that its positions may reserve. */
export const RESERVE_SHARE = 0.75
/** Turnovers of open interest per day: the maximum, and the price range at which half of it is reached. */
const MAX_TURNOVER = 24
const HALF_RANGE = 0.6

export function isMajor({ index }: CatalogueMarket): boolean {
  return index !== undefined && MAJORS.includes(index.asset)
}

/** How often a day of that price range turns the open interest over. */
export function turnoverOf(range: number): number {
  return (MAX_TURNOVER * range) / (range + HALF_RANGE)
}
