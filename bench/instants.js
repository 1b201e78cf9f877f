/** Whole lists at an instant that was not queried before. */
import { builderOf, checked } from './replies.js'
import { interleaved, median } from './rounds.js'
import { atMost, notMeasured } from './table.js'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} endpoint
 * @property {number} rows Of Arbitrum.
 * @property {number} stepSeconds From one round's instant to the next one's.
 * @property {number} maxMs
 */

const MINUTE = 60
/** Moves to another second of another minute of another day. */
const FAR = 86_400 + 7 * MINUTE + 1

const TICKERS = { endpoint: 'tickers', rows: 125, maxMs: 3.5 }
const MARKETS = { endpoint: 'markets-info', rows: 134, maxMs: 5 }
const SIGNED = { endpoint: 'signed-prices', rows: 125, maxMs: 60 }

/** @type {readonly Figure[]} */
const FIGURES = [
  { name: '125 tickers, next second', ...TICKERS, stepSeconds: 1 },
  { name: '125 tickers, next minute', ...TICKERS, stepSeconds: MINUTE },
  { name: '125 tickers, another day', ...TICKERS, stepSeconds: FAR },
  { name: '134 markets/info, next 5 s', ...MARKETS, stepSeconds: 5 },
  { name: '134 markets/info, another day', ...MARKETS, stepSeconds: FAR },
  { name: '125 signed prices, next second', ...SIGNED, stepSeconds: 1 },
]

const START_SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000
/** Fewer rounds than a minute has seconds: rounds of one second each stay within it. */
const LIMITS = { warmUp: 60, rounds: 50, budgetMs: 10_000 }

/** @param {import('./bundle.js').Internals} internals */
export async function measureInstants({ loadCatalogue, createWorlds, ENDPOINTS }) {
  const catalogue = loadCatalogue()
  const table = []
  for (const { name, endpoint, rows, stepSeconds, maxMs } of FIGURES) {
    const build = builderOf(ENDPOINTS, endpoint)
    if (build === undefined) {
      table.push(notMeasured(name, 'not built'))
      continue
    }
    const world = createWorlds({ seed: `bench ${name}`, catalogue, priceFormat: 'full' })('arbitrum')
    checked(await build(world, 1000 * (START_SECONDS - 1)), rows)
    const [times] = await interleaved(
      [{ run: (_, round) => build(world, 1000 * (START_SECONDS + round * stepSeconds)) }],
      LIMITS,
    )
    table.push(atMost(name, { value: median(times), least: Math.min(...times), unit: 'ms' }, { most: maxMs }))
  }
  return table
}
