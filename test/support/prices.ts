import fc from 'fast-check'
import { documentedNetwork } from '../../src/market/catalogue/composition.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import { createAssetPrices } from '../../src/market/price/candles.js'
import { TOOLS } from '../../src/market/price/kernel-owner.js'
import { PERIODS } from '../../src/market/price/periods.js'
import type { AssetPrices } from '../../src/market/price/prices.js'
import { FIRST_SECOND, LAST_SECOND } from '../../src/market/price/prices.js'
import { createSeededSources } from '../../src/market/price/seeded-source.js'
import { WORLDS } from '../../src/market/world/worlds.js'

export const catalogue = loadCatalogue()

/** The network that the first generation has in the documented dialect. */
export const documented = (network: NetworkName) => documentedNetwork(catalogue.networks[network])

/** Uncached prices of an asset. */
export function pricesOf(seed: string, asset: string): AssetPrices {
  if (!catalogue.assets.has(asset)) throw new Error(`no asset ${asset}`)
  return createAssetPrices(createSeededSources(seed, catalogue.assets)(asset))
}

export const anyAsset = fc.constantFrom(...catalogue.assets.keys())
export const anySeed = fc.oneof(fc.constantFrom('1', '11', '', 'gmx-sim'), fc.string({ maxLength: 20 }))
export const anyPeriod = fc.constantFrom(...PERIODS)

const at = (iso: string) => Date.parse(iso) / 1000

/** Any second with a price, often an edge case. */
export const anySecond = fc.oneof(
  fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }),
  fc.constantFrom(
    FIRST_SECOND,
    FIRST_SECOND + 1,
    FIRST_SECOND + 86_399,
    LAST_SECOND,
    LAST_SECOND - 1,
    at('2000-02-29T23:59:59Z'),
    at('2024-02-29T12:00:00Z'),
    at('2024-12-31T23:59:59Z'),
    at('2025-01-01T00:00:00Z'),
    at('2026-06-30T23:59:59Z'),
    at('2026-07-01T00:00:00Z'),
    at('2038-01-19T03:14:08Z'),
  ),
)

/** Frees all that is open in the price kernel. */
export function freePrices(): void {
  WORLDS.clear()
  TOOLS.close()
}
