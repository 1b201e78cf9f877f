/**
 * CPU time of the two largest replies, from query to bytes: at an hour not queried before, and from the cache. Compared with
 * JSON.stringify of the same reply.
 */
import { interleaved, median, medianRatio, processorMs } from './rounds.js'
import { atMost, beside } from './table.js'

/** The limit of a server. */
const CACHE_BYTES = 64 << 20
const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-11-27T12:00:00Z')
const LIMITS = { warmUp: 1, rounds: 5, clockMs: processorMs }
const MAX_CACHED = 0.02

const FIGURES = [
  { name: 'rates of all markets, next hour', search: '', mostMs: 500, mostStringify: 3 },
  {
    name: 'rates of all markets since listing, next hour',
    search: 'period=total',
    mostMs: 3000,
    mostStringify: 25,
  },
]

/** @param {import('./bundle.js').Internals} internals */
export async function measureRates(internals) {
  const { loadCatalogue, createAnswers, createByteCache, createWorlds, ENDPOINTS } = internals
  const endpoint = ENDPOINTS.find(({ id }) => id === 'rates')
  if (endpoint === undefined) throw new Error('no endpoint rates')
  const rows = []
  for (const { name, search, mostMs, mostStringify } of FIGURES) {
    const catalogue = loadCatalogue()
    const world = createWorlds({ seed: `bench ${name}`, catalogue, priceFormat: 'full' })('arbitrum')
    const { answer } = createAnswers(createByteCache(CACHE_BYTES))
    const answering = /** @type {const} */ ({
      world,
      generation: 1,
      dialect: 'documented',
      cacheWindows: true,
    })
    let atMs = START_MS
    const reply = async () => {
      const question = { method: 'GET', url: `/rates?${search}`, search, atMs }
      return (await answer(answering, endpoint, question).reply()).body
    }
    const value = JSON.parse(String(await reply()))
    const fresh = { prepare: () => (atMs += HOUR_MS), run: reply }
    const cached = { prepare: reply, run: reply }
    const [freshMs, cachedMs, stringifyMs] = await interleaved(
      [fresh, cached, { run: () => JSON.stringify(value) }],
      LIMITS,
    )
    const [ours, other] = [median(freshMs), median(stringifyMs)]
    rows.push(
      atMost(`${name}: CPU`, { value: ours, least: Math.min(...freshMs), unit: 'ms' }, { most: mostMs }),
      beside(
        '  the same',
        {
          value: ours,
          other,
          ratio: medianRatio(freshMs, stringifyMs),
          unit: 'ms',
          otherName: 'JSON.stringify',
        },
        { most: mostStringify },
      ),
      beside(
        '  cached',
        {
          value: median(cachedMs),
          other: ours,
          ratio: medianRatio(cachedMs, freshMs),
          unit: 'ms',
          otherName: 'fresh',
        },
        { most: MAX_CACHED },
      ),
    )
  }
  return rows
}
