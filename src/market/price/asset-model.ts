/** The market model of an asset by seed. */

import { getOrCreate, memoisedLatest } from '../../kit/maps.js'
import type { Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { Asset } from '../catalogue/types.js'
import { PriceModel } from './price-model.js'

/** Keys that the assets of a seed share. */
const sharedKeys = memoisedLatest((_seed: string) => new Map<string, Key>())

const numbersOf = ({ low, high }: Key) => [low, high]

/** Facts of a PriceModel, in the order that its constructor reads. */
export function kernelFacts(seed: string, asset: Asset): number[] {
  const sharedKey = (purpose: string, name: string) =>
    getOrCreate(sharedKeys(seed), `${purpose} ${name}`, () => keyOf(seed, purpose, name))
  const { name, loadings, baseQuanta, annualVolatility, stable, hours, jumps } = asset
  const [main] = Object.keys(loadings)
  return [
    ...numbersOf(keyOf(seed, 'price', name)),
    ...numbersOf(keyOf(seed, 'volatility', name)),
    ...numbersOf(sharedKey('volatility of', main ?? name)),
    main === undefined ? 0 : loadings[main],
    baseQuanta,
    annualVolatility,
    Number(stable),
    Number(hours === 'weekdays'),
    jumps,
    ...Object.entries(loadings).flatMap(([factor, loading]) => [
      ...numbersOf(sharedKey('factor', factor)),
      loading,
    ]),
  ]
}

export function createPriceModel(seed: string, asset: Asset): PriceModel {
  const facts = Float64Array.from(kernelFacts(seed, asset))
  return new PriceModel(facts, Object.keys(asset.loadings).length)
}
