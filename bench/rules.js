/**
 * Cost of idle rules per request, in process: a hundredth of a reply, invisible in a server's throughput, which varies by a
 * tenth from second to second.
 */
import { interleaved, median } from './rounds.js'

const RULES = 20
const REQUESTS = 100_000
const AT_MS = Date.parse('2026-03-01T12:00:00Z')

/** Rules that match the requests but have not started. */
export const IDLE_RULES = Array.from({ length: RULES }, (_, i) => ({
  id: `idle-${i}`,
  match: { endpoint: 'tickers' },
  when: { after: '1d' },
  fault: { status: 500 },
}))

/**
 * Returns the ms per request.
 * @param {import('./bundle.js').Internals} internals
 */
export async function idleRulesMs({ loadCatalogue, checkScenarioValue, createScenarioRun, ENDPOINTS }) {
  const scenario = checkScenarioValue({ rules: IDLE_RULES }, loadCatalogue())
  const run = createScenarioRun(scenario, 'bench', AT_MS)
  const request = /** @type {const} */ ({
    network: 'arbitrum',
    base: 'primary',
    endpoint: 'tickers',
    method: 'GET',
    url: '/prices/tickers',
    search: '',
    header: () => undefined,
    atMs: AT_MS,
  })
  const endpoint = ENDPOINTS.find(({ id }) => id === request.endpoint)
  const pass = () => {
    for (let n = 0; n < REQUESTS; n++)
      if (run.evaluate(request, endpoint) !== undefined) throw new Error('a rule fired')
  }
  const [times] = await interleaved([{ run: pass }], { warmUp: 3, rounds: 15 })
  return median(times) / REQUESTS
}
