/** Whole lists at an instant that nobody has asked for: facts, rendering and JSON text, by the endpoint's own path. */
import { interleaved, median } from './rounds.js'
import { atMost, notMeasured } from './table.js'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} endpoint
 * @property {number} stepSeconds From one round's instant to the next one's.
 * @property {number} mostMs
 */

const MINUTE = 60
/** To another second of another minute of another day. */
const FAR = 86_400 + 7 * MINUTE + 1

/** @type {readonly Figure[]} */
const FIGURES = [
  { name: '125 tickers, next second', endpoint: 'tickers', stepSeconds: 1, mostMs: 3 },
  { name: '125 tickers, next minute', endpoint: 'tickers', stepSeconds: MINUTE, mostMs: 3 },
  { name: '125 tickers, another day', endpoint: 'tickers', stepSeconds: FAR, mostMs: 3 },
  { name: '134 markets/info, next 5 s', endpoint: 'markets-info', stepSeconds: 5, mostMs: 5 },
  { name: '134 markets/info, another day', endpoint: 'markets-info', stepSeconds: FAR, mostMs: 5 },
  { name: 'signed prices, next second', endpoint: 'signed-prices', stepSeconds: 1, mostMs: 60 },
]

const START_SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000
/** Fewer rounds than a minute has seconds: those of one second stay within it. */
const LIMITS = { warmUp: 60, rounds: 50, budgetMs: 10_000 }

/** @param {import('./bundle.js').Internals} internals */
export async function measureInstants({ loadCatalogue, createUniverse, ENDPOINTS }) {
  const catalogue = loadCatalogue()
  const rows = []
  for (const { name, endpoint: id, stepSeconds, mostMs } of FIGURES) {
    const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
    const wire = endpoint?.dialects.documented
    if (endpoint === undefined || wire === undefined) {
      rows.push(notMeasured(name, 'not built'))
      continue
    }
    const world = createUniverse({ seed: `bench ${name}`, catalogue, priceFormat: 'full' })('arbitrum')
    /** @type {import('./rounds.js').Contender} */
    const fresh = {
      run: async (_, round) => {
        const atMs = 1000 * (START_SECONDS + round * stepSeconds)
        const facts = await endpoint.facts(world, atMs, {})
        return wire.json?.(facts) ?? Buffer.from(JSON.stringify(wire.render(facts)))
      },
    }
    const [times] = await interleaved([fresh], LIMITS)
    rows.push(atMost(name, median(times), 'ms', mostMs))
  }
  return rows
}
