/** The market model of an asset by seed. */
import type { TradingHours } from '../catalogue/types.js'
import type { Key } from '../core/draws.js'
import { getOrCreate } from '../core/maps.js'
import { keyOf } from '../core/random.js'
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

function modelFacts(seed: string, asset: AssetFacts) {
  const name = asset.follows ?? asset.name
  const [main] = Object.keys(asset.loadings)
  return {
    own: keyOf(seed, 'price', name),
    factors: Object.entries(asset.loadings).map(
      ([factor, loading]) => new Factor(sharedKey(seed, 'factor', factor), loading),
    ),
    ownVolatility: keyOf(seed, 'volatility', name),
    commonVolatility: sharedKey(seed, 'volatility of', main ?? name),
    commonShare: main === undefined ? 0 : asset.loadings[main] ** 2,
    baseQuanta: asset.baseQuanta,
    annualVolatility: asset.annualVolatility,
    isPegged: asset.stable,
    isWeekdays: asset.hours === 'weekdays',
  }
}

/** Keys that the assets of the last seed share: deriving one takes 20 us in a fresh process. */
let shared = { seed: '', keys: new Map<string, Key>() }

function sharedKey(seed: string, purpose: string, name: string): Key {
  if (shared.seed !== seed) shared = { seed, keys: new Map() }
  return getOrCreate(shared.keys, `${purpose} ${name}`, () => keyOf(seed, purpose, name))
}

export function createPriceModel(seed: string, asset: AssetFacts): PriceModel {
  const facts = modelFacts(seed, asset)
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
export function kernelFacts(seed: string, asset: AssetFacts): number[] {
  const facts = modelFacts(seed, asset)
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
