/**
 * Endpoints beyond the interface, at instants not queried before: total time of a reply, and the longest part of it in one turn of
 * the event loop.
 */
import { median } from './rounds.js'
import { atMost } from './table.js'

const DAY = 86_400
const START_SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000
const WARM_UP = 10
const ROUNDS = 20
const MAX_TURN_MS = 10

/** `stepSeconds`: distance between the instants of consecutive rounds. */
const FIGURES = [
  { name: '125 prices/24h, next 15 s', id: 'prices-24h', stepSeconds: 15, maxMs: 100 },
  { name: '125 prices/24h, another day', id: 'prices-24h', stepSeconds: DAY + 61, maxMs: 150 },
  { name: '134 apy of 7d, next minute', id: 'apy', query: { period: '7d' }, stepSeconds: 60, maxMs: 60 },
  {
    name: '134 apy of 1y, another day',
    id: 'apy',
    query: { period: '1y' },
    stepSeconds: DAY + 61,
    maxMs: 700,
  },
  {
    name: '136 performances of 90d, another day',
    id: 'performance-annualized',
    query: { period: '90d' },
    stepSeconds: DAY + 61,
    maxMs: 250,
  },
  {
    name: '136 rows of snapshots of 1y, another day',
    id: 'performance-snapshots',
    query: { period: '1y' },
    stepSeconds: DAY + 61,
    maxMs: 1000,
  },
  { name: '107 holdings of glvs/info, next 5 s', id: 'glvs-info', stepSeconds: 5, maxMs: 10 },
]

/** @param {import('./bundle.js').Internals} internals */
export function measureLiquidity({ loadCatalogue, createWorlds, ENDPOINTS }) {
  const catalogue = loadCatalogue()
  return FIGURES.flatMap(({ name, id, query = {}, stepSeconds, maxMs }) => {
    const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
    const world = createWorlds({ seed: `bench ${name}`, catalogue, priceFormat: 'full' })('arbitrum')
    const totals = []
    const turns = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const { total, turn } = timesOf(endpoint, world, 1000 * (START_SECONDS + round * stepSeconds), query)
      if (round < 0) continue
      totals.push(total)
      turns.push(turn)
    }
    const figureOf = (/** @type {number[]} */ times) => ({
      value: median(times),
      least: Math.min(...times),
      unit: 'ms',
    })
    return [
      atMost(name, figureOf(totals), { most: maxMs }),
      atMost('  the longest turn', figureOf(turns), { most: MAX_TURN_MS }),
    ]
  })
}

/**
 * @param {import('../src/api/endpoints/define.js').Endpoint} endpoint
 * @param {import('../src/market/world/types.js').World} world
 * @param {number} atMs
 * @param {Readonly<Record<string, unknown>>} query
 */
function timesOf({ facts, documented }, world, atMs, query) {
  const start = performance.now()
  let turn = 0
  let last = start
  const end = () => {
    const now = performance.now()
    turn = Math.max(turn, now - last)
    last = now
  }
  const found = facts(world, atMs, query)
  if (documented.chunks === undefined) JSON.stringify(documented.render?.(found) ?? found)
  else for (const _ of /** @type {Iterable<unknown>} */ (documented.chunks(found))) end()
  end()
  return { total: last - start, turn }
}
