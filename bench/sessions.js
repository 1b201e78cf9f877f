/** Isolated worlds: time to create them, their memory, and whether ending them frees all of it. */
import { median } from './rounds.js'
import { atMost } from './table.js'

/** @typedef {typeof import('./internals.js')} Internals */

const MANY = 1000
const LEAK_ROUNDS = 10
/** More seeds than the cache of prices holds. */
const USED = 200
const SEED = 'bench'
const AT_MS = Date.parse('2026-03-01T12:00:00Z')
const CACHE_BYTES = 64 << 20
/** A connection that discards everything. */
const NOWHERE = /** @type {import('../src/api/routing/reply.js').UndecidedConnection} */ (
  /** @type {unknown} */ ({ send() {}, elapsedMs: () => 0, gone: false })
)
const CENTURY_MS = 36_500 * 86_400_000

/** @param {Internals} internals */
export function measureSessions(internals) {
  const { createAnswers, createByteCache, createSessions, createWorldsBySeed } = internals
  const { ENDPOINTS, handle, loadCatalogue } = internals
  const catalogue = loadCatalogue()
  const ping = ENDPOINTS.find(({ id }) => id === 'ping')
  const sessions = createSessions(
    {
      catalogue,
      worldsOf: createWorldsBySeed({ catalogue, priceFormat: 'full' }),
      answers: createAnswers(createByteCache(CACHE_BYTES)),
    },
    {
      id: 'root',
      seed: SEED,
      clock: { mode: 'frozen', rate: 1, atMs: AT_MS },
      dialect: 'documented',
      cacheWindows: true,
    },
  )
  /** @param {import('../src/session/session.js').Session} session */
  const askOnce = (session) => {
    const request = /** @type {const} */ ({
      network: 'arbitrum',
      base: 'primary',
      endpoint: 'ping',
      method: 'GET',
      url: '/ping',
      search: '',
      header: () => undefined,
      atMs: session.nowMs(),
    })
    void handle(session, request, ping, NOWHERE)
  }
  /** @param {number} round */
  const lap = (round) => {
    for (let i = 0; i < MANY; i++) askOnce(sessions.create(`s-${round}-${i}`, { seed: `seed ${i}` }))
  }
  /** @param {number} round */
  const end = (round) => {
    for (let i = 0; i < MANY; i++) sessions.end(`s-${round}-${i}`)
  }
  lap(-1)
  end(-1)
  const before = usedMb()
  const start = performance.now()
  lap(0)
  const madeMs = performance.now() - start
  const weighMb = usedMb() - before
  end(0)
  const settled = usedMb()
  for (let round = 1; round <= LEAK_ROUNDS; round++) {
    lap(round)
    end(round)
  }
  const leakedMb = usedMb() - settled
  const beforeUsed = usedMb()
  for (let i = 0; i < USED; i++) {
    const session = sessions.create(`used-${i}`, { seed: `used ${i}` })
    for (const network of /** @type {const} */ (['arbitrum', 'avalanche']))
      session.world(network).quotes(AT_MS / 1000)
  }
  const usedWeighMb = usedMb() - beforeUsed
  for (let i = 0; i < USED; i++) sessions.end(`used-${i}`)
  const world = sessions.root.world('arbitrum')
  const { prices } = world.pricesOf(/** @type {any} */ (world.tokenBySymbol('ETH')))
  const jumps = Array.from({ length: 101 }, (_, i) => {
    const from = performance.now()
    sessions.root.clock.advance(i % 2 === 0 ? CENTURY_MS / 2 : -CENTURY_MS / 2)
    prices.candles('1m', Math.floor(sessions.root.nowMs() / 1000), 1)
    return performance.now() - from
  })
  return [
    atMost(`${MANY} sessions made and asked once`, { value: madeMs, unit: 'ms' }, { most: 1000 }),
    atMost(`${MANY} sessions, memory`, { value: weighMb, unit: 'MB' }, { most: 15 }),
    atMost(
      `${LEAK_ROUNDS * MANY} sessions made and ended, memory kept`,
      { value: leakedMb, unit: 'MB' },
      { most: 2 },
    ),
    atMost(
      `${USED} sessions of as many seeds, all prices asked, memory`,
      { value: usedWeighMb, unit: 'MB' },
      { most: 40 },
    ),
    atMost('a jump of fifty years and a candle there', { value: median(jumps), unit: 'ms' }, { most: 1 }),
  ]
}

/** Memory after garbage collection, on the heap and in arrays: bench runs with --expose-gc. */
function usedMb() {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
