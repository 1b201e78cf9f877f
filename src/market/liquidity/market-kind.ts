/** Facts of markets that no instant changes. */
import type { CatalogueMarket } from '../catalogue/types.js'

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
