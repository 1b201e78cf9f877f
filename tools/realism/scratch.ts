import { pricesOf } from '../../test/support/prices.js'
import { correlation, deviation, differences, excessKurtosis } from './numbers.js'
import { AT } from './sample.js'
export function pk(seed: string, asset: string) {
  const { open, high, low, count } = pricesOf(seed, asset).candles('1m', AT, 100_800)
  let r = 0
  for (let i = 0; i < count; i++) r += Math.log(high[i] / low[i]) ** 2
  const ret = differences(open.map(Math.log))
  return [r / count / (4 * Math.LN2) / deviation(ret) ** 2, excessKurtosis(ret)]
}
const HALVES = { day: ['1h', 24, 12], '4h': ['1h', 4, 2], '1h': ['5m', 12, 6], '15m': ['1m', 15, 7] } as const
export function blocks(seed: string, assets: string[]) {
  const N = { '1h': 48000, '5m': 57600, '1m': 100800 } as const
  const logs: any = {}
  for (const a of assets) {
    const p = pricesOf(seed, a)
    logs[a] = Object.fromEntries(
      Object.entries(N).map(([k, n]) => [k, p.candles(k as any, AT, n).open.map(Math.log)]),
    )
  }
  const out: any = {}
  for (const [b, [period, whole, half]] of Object.entries(HALVES))
    for (const sh of [0, 1]) {
      let sum = 0,
        c = 0
      for (const [i, x] of assets.entries())
        for (const y of assets.slice(0, i)) {
          const lx = logs[x][period],
            ly = logs[y][period]
          const f = [],
            s = []
          for (let k = sh ? half : 0; k + whole < lx.length; k += whole) {
            const g = (q: number) => lx[q] - ly[q]
            f.push(g(k + half) - g(k))
            s.push(g(k + whole) - g(k + half))
          }
          sum += correlation(f, s)
          c++
        }
      out[b + (sh ? ' shifted' : '')] = sum / c
    }
  return out
}
