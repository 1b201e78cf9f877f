/** Configuration of markets, which the contracts hold and no price changes: defaults by kind of market. */
import file from '../../../fixtures/market-factors.json' with { type: 'json' }
import { getOrCreate } from '../../kit/maps.js'
import type { CatalogueMarket } from '../catalogue/types.js'
import { isMajor, RESERVE_SHARE } from './market-kind.js'

type Names = keyof typeof file.default

/** USD and factors x 10^30, as digits. */
export type MarketFactors = Readonly<Record<Names | (typeof RESERVE_FACTORS)[number], string>>

const RESERVE_FACTORS = [
  'reserveFactorLong',
  'reserveFactorShort',
  'openInterestReserveFactorLong',
  'openInterestReserveFactorShort',
] as const

const NO_POSITIONS = { maxOpenInterestLong: '0', maxOpenInterestShort: '0' }

const known = new WeakMap<CatalogueMarket, MarketFactors>()

export const factorsOf = (market: CatalogueMarket): MarketFactors =>
  getOrCreate(known, market, () => {
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
