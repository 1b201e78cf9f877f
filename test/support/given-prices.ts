/** Random prices for a scenario or session, around the usual prices of the assets. */
import fc from 'fast-check'
import type { PriceInput, PricesInput } from '../../src/scenario/input.js'
import { catalogue } from './prices.js'

const NAMED = ['ETH', 'BTC', 'USDC', 'SOL', 'wstETH', 'GOLD'] as const
/** Any time will do: rows are shifted to the begin of the scenario. */
const RECORDED = Date.parse('2025-10-10T00:00:00Z') / 1000

const factor = fc.double({ min: 0.5, max: 2, noNaN: true })
const usdOf = (asset: string, by: number) => {
  const { priceUsd = 1, priceDecimals = 4 } = catalogue.assets.get(asset) ?? {}
  return Number((priceUsd * by).toFixed(priceDecimals))
}

const anyPointsOf = (asset: string): fc.Arbitrary<PriceInput> =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 1500 }), factor), {
        selector: ([second]) => second,
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom('bridge', 'line', 'steps', undefined),
    )
    .map(([points, between]) => ({
      points: Object.fromEntries(points.map(([second, by]) => [`${second}s`, usdOf(asset, by)])),
      ...(between && { between }),
    }))

const anyRowsOf = (asset: string): fc.Arbitrary<PriceInput> =>
  fc
    .tuple(
      fc.constantFrom(1, 10, 60, 180, 300, 3600),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), factor, factor, factor, factor), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.integer({ min: 0, max: 900 }),
    )
    .map(([period, rows, startsAt]) => {
      let at = RECORDED
      return {
        period: `${period}s` as const,
        startsAt: `${startsAt}s` as const,
        rows: rows.map(([step, ...factors], n) => {
          if (n > 0) at += step * period
          const [open, a, b, close] = factors.map((by) => usdOf(asset, by))
          return [at, open, Math.max(open, a, b, close), Math.min(open, a, b, close), close] as const
        }),
      }
    })

export const anyPrices: fc.Arbitrary<PricesInput> = fc
  .uniqueArray(fc.constantFrom(...NAMED), { maxLength: 3 })
  .chain((assets) =>
    fc.record(
      Object.fromEntries(assets.map((asset) => [asset, fc.oneof(anyPointsOf(asset), anyRowsOf(asset))])),
    ),
  )
