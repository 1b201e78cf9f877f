/**
 * 10,000 candles of a token whose prices nobody has asked for, beside what JSON.stringify takes for the same reply once
 * it is there. Each round has a seed and so a market of its own; only the compiler is warm.
 */
import { builderOf, checked } from './replies.js'
import { interleaved, median, medianRatio } from './rounds.js'
import { beside, notMeasured } from './table.js'

const PERIODS = /** @type {const} */ (['1m', '5m', '15m', '1h', '4h', '1d'])
const AT_MS = Date.parse('2026-03-01T12:34:56Z')
const LIMIT = 10_000
const MOST = 4
const LIMITS = { warmUp: 6, rounds: 25, budgetMs: 6000 }

/** @param {import('./bundle.js').Internals} internals */
export async function measureCandles({ loadCatalogue, createUniverse, ENDPOINTS }) {
  const catalogue = loadCatalogue()
  const build = builderOf(ENDPOINTS, 'candles')
  if (build === undefined) return [notMeasured('candles', 'not built')]

  /** @param {string} seed */
  const newWorld = (seed) => createUniverse({ seed, catalogue, priceFormat: 'full' })('arbitrum')

  const rows = []
  for (const period of PERIODS) {
    const query = { tokenSymbol: 'ETH', period, limit: LIMIT }
    const reply = checked(await build(newWorld('finished'), AT_MS, query), LIMIT)
    const [cold, stringify] = await interleaved(
      [
        {
          prepare: (round) => newWorld(`bench ${period} ${round}`),
          run: (world) => build(world, AT_MS, query),
        },
        { run: () => JSON.stringify(reply) },
      ],
      LIMITS,
    )
    rows.push(
      beside(
        `10,000 candles of ${period}, cold`,
        {
          value: median(cold),
          other: median(stringify),
          ratio: medianRatio(cold, stringify),
          unit: 'ms',
          otherName: 'JSON.stringify',
        },
        { most: MOST },
      ),
    )
  }
  return rows
}
