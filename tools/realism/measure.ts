/** The figures of bounds.ts, measured under one seed. */
import { pricesOf } from '../../test/support/prices.js'
import { measureAsset } from './asset.js'
import { correlation } from './numbers.js'
import { measureClock, type Pool } from './pool.js'
import { ASSETS, type Sample, sampleOf } from './sample.js'
import { measureBlocks, measureOthers, spreadFollows } from './together.js'

export type Figures = Map<string, number[]>

/** Measures a seed: adds its figures to `figures`, and statistics that need more data to `pool`. */
export function measureSeed(seed: string, figures: Figures, pool: Pool): void {
  const note = (figure: string, value: number): void => {
    const known = figures.get(figure)
    if (known === undefined) figures.set(figure, [value])
    else known.push(value)
  }
  const samples = new Map(ASSETS.map((asset) => [asset as string, sampleOf(pricesOf(seed, asset))]))
  const btc = samples.get('BTC') as Sample
  for (const [asset, sample] of samples) {
    measureAsset(asset, sample, note, pool)
    measureClock(sample, pool)
  }
  for (const period of ['1m', '1h', '1d'] as const)
    note(
      `BTC~ETH ${period}`,
      correlation(btc.returns[period], (samples.get('ETH') as Sample).returns[period]),
    )
  note('BTC~PEPE 1d', correlation(btc.returns['1d'], (samples.get('PEPE') as Sample).returns['1d']))
  measureBlocks([...samples.values()], note)
  measureOthers(seed, btc, note)
  note('log spread ~ log hourly volatility', spreadFollows(seed, btc))
}
