/** The market model of an asset by seed. */

import { getOrCreate } from '../../kit/maps.js'
import type { Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { TradingHours } from '../catalogue/types.js'
import { PriceModel } from './price-model.js'

export interface AssetFacts {
  readonly name: string
  readonly follows: string | undefined
  readonly baseQuanta: number
  readonly annualVolatility: number
  /** Pegged: pulled back within days, without common factors. */
  readonly stable: boolean
  /** Correlations with common factors, by name; the sum of their squares is below 1. */
  readonly loadings: Readonly<Record<string, number>>
  readonly hours: TradingHours
}

/** Keys that the assets of the last seed share. */
let shared = { seed: '', keys: new Map<string, Key>() }

function sharedKeys(seed: string): Map<string, Key> {
  if (shared.seed !== seed) shared = { seed, keys: new Map() }
  return shared.keys
}

const numbersOf = ({ low, high }: Key) => [low, high]

/** Facts of a PriceModel, in the order that its constructor reads. */
export function kernelFacts(seed: string, asset: AssetFacts, derive: typeof keyOf = keyOf): number[] {
  const sharedKey = (purpose: string, name: string) =>
    getOrCreate(sharedKeys(seed), `${purpose} ${name}`, () => derive(seed, purpose, name))
  const leader = asset.follows ?? asset.name
  const { loadings, baseQuanta, annualVolatility, stable, hours } = asset
  const [main] = Object.keys(loadings)
  return [
    ...numbersOf(derive(seed, 'price', leader)),
    ...numbersOf(derive(seed, 'volatility', leader)),
    ...numbersOf(sharedKey('volatility of', main ?? leader)),
    main === undefined ? 0 : loadings[main] ** 2,
    baseQuanta,
    annualVolatility,
    Number(stable),
    Number(hours === 'weekdays'),
    ...Object.entries(loadings).flatMap(([factor, loading]) => [
      ...numbersOf(sharedKey('factor', factor)),
      loading,
    ]),
  ]
}

export function createPriceModel(seed: string, asset: AssetFacts): PriceModel {
  const facts = Float64Array.from(kernelFacts(seed, asset))
  return new PriceModel(facts, Object.keys(asset.loadings).length)
}
