/** Cost of a rehearsal: recording one request, recording a million, and grading them. */
import { median } from './rounds.js'
import { atMost } from './table.js'

/** @typedef {typeof import('./internals.js')} Internals */

const MILLION = 1_000_000
const ROUNDS = 21
const PER_ROUND = 20_000
/** Of all threads; a fifth is garbage collection. */
const MAX_GRADE_MS = 5000
const CACHE_BYTES = 64 << 20
const AT_MS = Date.parse('2026-03-01T12:00:00Z')
/** A connection that discards everything. */
const NOWHERE = /** @type {import('../src/api/routing/reply.js').UndecidedConnection} */ (
  /** @type {unknown} */ ({ send() {}, elapsedMs: () => 0, gone: false })
)

/** @param {Internals} internals */
export function measureRehearsal(internals) {
  const { createAnswers, createByteCache, createSessions, createWorldsBySeed } = internals
  const { ENDPOINTS, gradeScenario, handle, loadCatalogue, Recording } = internals
  const catalogue = loadCatalogue()
  const tickers = ENDPOINTS.find(({ id }) => id === 'tickers')
  const { root } = createSessions(
    {
      catalogue,
      worldsOf: createWorldsBySeed({ catalogue, priceFormat: 'full' }),
      answers: createAnswers(createByteCache(CACHE_BYTES)),
    },
    {
      id: 'root',
      seed: 'bench',
      clock: { mode: 'frozen', rate: 1, atMs: AT_MS },
      dialect: 'documented',
      cacheWindows: true,
    },
  )
  /** @param {number} count */
  const ask = (count) => {
    for (let i = 0; i < count; i++)
      void handle(
        root,
        {
          network: 'arbitrum',
          base: 'primary',
          endpoint: 'tickers',
          method: 'GET',
          url: '/prices/tickers',
          search: '',
          header: () => undefined,
          atMs: root.nowMs(),
        },
        tickers,
        NOWHERE,
      )
  }
  const lap = () => processorUsOf(() => ask(PER_ROUND)) / PER_ROUND
  ask(PER_ROUND)
  // Alternates, so that drift of the machine affects both.
  const plain = []
  const recorded = []
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(lap())
    const recording = new Recording(root)
    recorded.push(lap())
    recording.stop()
  }
  /** Memory retained by a million requests. */
  const million = () => {
    const before = usedMb()
    for (let second = 0; second < 100; second++) {
      ask(MILLION / 100)
      root.clock.advance(1000)
    }
    return usedMb() - before
  }
  // Subtracts the memory of the journal.
  const plainMb = million()
  const recording = new Recording(root)
  const heldMb = million() - plainMb
  const timeline = recording.timeline({
    name: 'bench',
    scenario: {},
    loadedMs: 10_000,
    phases: [
      { name: 'warm-up', fromMs: 0, toMs: 10_000 },
      { name: 'incident', fromMs: 10_000, toMs: 70_000 },
      { name: 'recovery', fromMs: 70_000, toMs: 100_000 },
    ],
    programs: [],
  })
  let checks = 0
  const gradeMs =
    processorUsOf(() => {
      checks = gradeScenario(timeline).checks.length
    }) / 1000
  recording.stop()
  return [
    atMost(
      'a request that is taken down for a rehearsal, more than else',
      { value: median(recorded) - median(plain), unit: 'us' },
      { most: 0.8 },
    ),
    atMost('a rehearsal of 1,000,000 requests, memory', { value: heldMb, unit: 'MB' }, { most: 100 }),
    atMost(
      `a rehearsal of 1,000,000 requests, graded by ${checks} checks`,
      { value: gradeMs, unit: 'ms' },
      { most: MAX_GRADE_MS },
    ),
  ]
}

/**
 * CPU time of `work`, independent of other load.
 * @param {() => void} work
 */
function processorUsOf(work) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Heap after garbage collection: bench runs with --expose-gc. */
function usedMb() {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
