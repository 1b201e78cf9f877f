/** Figures of several assets: whether one predicts another, and whether the gap between two predicts itself. */
import { keyOf } from '../../src/kit/random/random.js'
import { Spread } from '../../src/market/price/spread.js'
import { pricesOf } from '../../test/support/prices.js'
import { weekend } from './asset.js'
import { BLOCKS } from './bounds.js'
import { correlation, deviation, differences, mean } from './numbers.js'
import { AT, type Note, SAMPLE, type Sample } from './sample.js'

const RESTING = ['GOLD', 'SILVER', 'WTIOIL', 'BRENTOIL'] as const

const HALVES = {
  day: { period: '1h', whole: 24, half: 12 },
  '4h': { period: '1h', whole: 4, half: 2 },
  '1h': { period: '5m', whole: 12, half: 6 },
  '15m': { period: '1m', whole: 15, half: 7 },
} as const

/** Correlation of the halves of blocks: of assets, and of the gap between two. */
export function measureBlocks(samples: readonly Sample[], note: Note): void {
  for (const block of BLOCKS) {
    const { period, whole, half } = HALVES[block]
    for (const shifted of [false, true]) {
      const name = `halves of ${block}${shifted ? ', shifted' : ''}`
      const halves = (path: (i: number) => number): number => {
        const [first, second]: [number[], number[]] = [[], []]
        const { length } = samples[0].logs[period]
        for (let i = shifted ? half : 0; i + whole < length; i += whole) {
          first.push(path(i + half) - path(i))
          second.push(path(i + whole) - path(i + half))
        }
        return correlation(first, second)
      }
      for (const [n, { logs }] of samples.entries()) {
        note(
          `own, ${name}`,
          halves((i) => logs[period][i]),
        )
        for (const other of samples.slice(0, n))
          note(
            `spread, ${name}`,
            halves((i) => logs[period][i] - other.logs[period][i]),
          )
      }
    }
  }
}

export function measureOthers(seed: string, btc: Sample, note: Note): void {
  const returns = new Map<string, Float64Array>()
  for (const asset of RESTING) {
    const prices = pricesOf(seed, asset)
    returns.set(asset, differences(prices.candles('1d', AT, SAMPLE.days).open.map(Math.log)))
    const { open, close, firstStart } = prices.candles('1h', AT, 20_160)
    note('weekend over weekday, metals and energy', weekend(open, close, firstStart / 3600))
  }
  const [gold, silver, wti, brent] = RESTING.map((asset) => returns.get(asset) as Float64Array)
  note('GOLD~SILVER 1d', correlation(gold, silver))
  note('WTIOIL~BRENTOIL 1d', correlation(wti, brent))
  note('BTC~GOLD 1d', correlation(btc.returns['1d'], gold))
  note('BTC~WTIOIL 1d', correlation(btc.returns['1d'], wti))
}

export function spreadFollows(seed: string, { prices, candles, returns }: Sample): number {
  const spread = new Spread(keyOf(seed, 'spread', 'realism'), 0, 10)
  const { firstStart } = candles['1m']
  const [spreads, volatilities]: [number[], number[]] = [[], []]
  for (let i = 0; i + 60 <= returns['1m'].length; i += 60) {
    const hour = returns['1m'].subarray(i, i + 60)
    const sampled = [5, 20, 35, 50].map((minute) => {
      const at = firstStart + (i + minute) * 60
      spread.set(at, prices.logVarianceAt(at))
      const { below, above } = spread
      return below + above
    })
    spreads.push(Math.log(mean(sampled)))
    volatilities.push(Math.log(deviation(hour)))
  }
  return correlation(spreads, volatilities)
}
