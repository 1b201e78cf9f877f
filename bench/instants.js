/** Whole lists at an instant that was not queried before, compared with JSON.stringify of the same list. */
import { builderOf, checked } from './replies.js'
import { interleaved, median, medianRatio, processorMs } from './rounds.js'
import { beside, notMeasured } from './table.js'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} endpoint
 * @property {number} stepSeconds From one round's instant to the next one's.
 * @property {number} [most] Times JSON.stringify.
 */

const MINUTE = 60
/** Moves to another second of another minute of another day. */
const FAR = 86_400 + 7 * MINUTE + 1

const TICKERS = { endpoint: 'tickers', most: 70 }
/**
 * Open interest depends on the extremes of the day so far, of each asset: candles of all periods and ticks, two thirds of the
 * time, in as few calls of the kernel as there are periods.
 */
const MARKETS = { endpoint: 'markets-info', most: 40 }

/** @type {readonly Figure[]} */
const FIGURES = [
  { name: 'tickers, next second', ...TICKERS, stepSeconds: 1 },
  { name: 'tickers, next minute', ...TICKERS, stepSeconds: MINUTE },
  { name: 'tickers, another day', ...TICKERS, stepSeconds: FAR },
  { name: 'markets/info, next 5 s', ...MARKETS, stepSeconds: 5 },
  { name: 'markets/info, another day', ...MARKETS, stepSeconds: FAR },
]

const START_SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000
/** A list is too quickly serialised to be timed once. */
const TIMES = 20
/** Fewer rounds than a minute has seconds: rounds of one second each stay within it. */
const LIMITS = { warmUp: 60, rounds: 50, budgetMs: 10_000, clockMs: processorMs }

/** @param {import('./bundle.js').Internals} internals */
export async function measureInstants({ loadCatalogue, createWorlds, ENDPOINTS }) {
  const catalogue = loadCatalogue()
  const table = []
  for (const { name, endpoint, stepSeconds, most } of FIGURES) {
    const build = builderOf(ENDPOINTS, endpoint)
    if (build === undefined) {
      table.push(notMeasured(name, 'not built'))
      continue
    }
    const world = createWorlds({ seed: `bench ${name}`, catalogue, priceFormat: 'full' })('arbitrum')
    const list = checked(await build(world, 1000 * (START_SECONDS - 1)))
    const serialise = () => {
      for (let n = 0; n < TIMES; n++) JSON.stringify(list)
    }
    const [times, others] = await interleaved(
      [{ run: (_, round) => build(world, 1000 * (START_SECONDS + round * stepSeconds)) }, { run: serialise }],
      LIMITS,
    )
    const [value, other] = [median(times), median(others) / TIMES]
    const ratio = TIMES * medianRatio(times, others)
    table.push(beside(name, { value, other, ratio, unit: 'ms', otherName: 'JSON.stringify' }, { most }))
  }
  return table
}
