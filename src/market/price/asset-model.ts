/** The market model of an asset by seed. */

import { getOrCreate } from '../../kit/maps.js'
import type { Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { TradingHours } from '../catalogue/types.js'
import { Factor } from './factors.js'
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

type DeriveKey = typeof keyOf

function modelFacts(seed: string, asset: AssetFacts, keyOf: DeriveKey) {
  const sharedKey = (purpose: string, name: string) =>
    getOrCreate(sharedKeys(seed), `${purpose} ${name}`, () => keyOf(seed, purpose, name))
  const name = asset.follows ?? asset.name
  const [main] = Object.keys(asset.loadings)
  return {
    own: keyOf(seed, 'price', name),
    factors: Object.entries(asset.loadings).map(
      ([factor, loading]) => new Factor(sharedKey('factor', factor), loading),
    ),
    ownVolatility: keyOf(seed, 'volatility', name),
    commonVolatility: sharedKey('volatility of', main ?? name),
    commonShare: main === undefined ? 0 : asset.loadings[main] ** 2,
    baseQuanta: asset.baseQuanta,
    annualVolatility: asset.annualVolatility,
    isPegged: asset.stable,
    isWeekdays: asset.hours === 'weekdays',
  }
}

/** Keys that the assets of the last seed share. */
let shared = { seed: '', keys: new Map<string, Key>() }

function sharedKeys(seed: string): Map<string, Key> {
  if (shared.seed !== seed) shared = { seed, keys: new Map() }
  return shared.keys
}

export function createPriceModel(seed: string, asset: AssetFacts): PriceModel {
  const facts = modelFacts(seed, asset, keyOf)
  return new PriceModel(
    facts.own,
    facts.factors,
    facts.ownVolatility,
    facts.commonVolatility,
    facts.commonShare,
    facts.baseQuanta,
    facts.annualVolatility,
    facts.isPegged,
    facts.isWeekdays,
  )
}

const numbersOf = ({ low, high }: Key) => [low, high]

/** The facts in the order in which the kernel's `open` reads them. */
export function kernelFacts(seed: string, asset: AssetFacts, derive: DeriveKey = keyOf): number[] {
  const facts = modelFacts(seed, asset, derive)
  return [
    ...numbersOf(facts.own),
    ...numbersOf(facts.ownVolatility),
    ...numbersOf(facts.commonVolatility),
    facts.commonShare,
    facts.baseQuanta,
    facts.annualVolatility,
    Number(facts.isPegged),
    Number(facts.isWeekdays),
    ...facts.factors.flatMap(({ key, loading }) => [...numbersOf(key), loading]),
  ]
}
