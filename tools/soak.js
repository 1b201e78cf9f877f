/**
 * `npm run soak -- --minutes 30`: a server with a store under a steady mix of calls, see bench/soak-mix.js. Prints what it holds
 * after garbage collection, and exits with 1 if anything grows between the third and the last quarter.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { get, startSampled } from '../bench/process.js'
import { createMix } from '../bench/soak-mix.js'
import { startStore } from '../bench/store.js'

/** @typedef {import('../bench/holdings.js').Holdings & { cachedBytes: number, storeBytes: number, storeKeys: number }} Sample */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is not a positive number`)
const SAMPLES = Math.max(8, Math.round(minutes * 2))
/** Lets the server see clients leave and sessions lapse before a sample. */
const REST_MS = 1500
/** Growth allowed between quarters: this share of the third, or the slack of the column. */
const MAX_GROWTH = 0.05

/** @type {readonly (readonly [name: string, of: (sample: Sample) => number, slack: number])[]} */
const COLUMNS = [
  ['heap MB', ({ heapBytes }) => heapBytes / 2 ** 20, 2],
  // Part of the heap, and bounded.
  ['cached MB', ({ cachedBytes }) => cachedBytes / 2 ** 20, Infinity],
  ['resident MB', ({ residentBytes }) => residentBytes / 2 ** 20, 2],
  ['descriptors', ({ descriptors }) => descriptors, 2],
  // Requests and renewals under way have some: 11 to 20 were seen.
  ['timers', ({ timers }) => timers, 8],
  ['resources', ({ resources }) => resources, 2],
  // Not judged: what ended sessions leave in the store expires after a day.
  ['store MB', ({ storeBytes }) => storeBytes / 2 ** 20, Infinity],
  ['store keys', ({ storeKeys }) => storeKeys, Infinity],
]

/** @param {readonly unknown[]} cells */
const row = (...cells) =>
  console.log(
    cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : String(cell)).padStart(12)).join(''),
  )

/** @type {Sample[]} */
const samples = []
let refused = 0

const store = await startStore()
try {
  await sampleAll()
} finally {
  await store.stop()
}

async function sampleAll() {
  const server = await startSampled('--store', store.url, '--clock', 'real', '--seed', 'soak')
  try {
    const mix = createMix(server.url)
    /** @returns {Promise<number>} */
    const cachedBytes = async (tries = 60) => {
      try {
        const { limits } = JSON.parse(String(await get(`${server.url}/__sim/v1/health`)))
        return limits.cachedReplyBytes.current
      } catch (error) {
        // Refused while the lease of the store has lapsed.
        if (tries === 0) throw error
        await wait(250)
        return cachedBytes(tries - 1)
      }
    }
    // In seconds memory cannot be judged.
    const isLong = minutes >= 1
    if (isLong) await mix.warmUp()
    row('minutes', 'cycles', ...COLUMNS.map(([name]) => name))
    for (let n = 1, cycles = 0; n <= SAMPLES; n++) {
      const time = AbortSignal.timeout(Math.max(1, Math.round((minutes * 60_000) / SAMPLES) - REST_MS))
      do await mix.cycle(cycles++)
      while (!time.aborted)
      if (isLong) await mix.turnOverCache(cachedBytes)
      mix.rest()
      await wait(REST_MS)
      const storeBytes = Number(/used_memory:(\d+)/.exec(await store.client.info('memory'))?.[1])
      const sample = {
        ...(await server.strain()),
        cachedBytes: await cachedBytes(),
        storeBytes,
        storeKeys: await store.client.dbsize(),
      }
      samples.push(sample)
      row((n * minutes) / SAMPLES, String(cycles), ...COLUMNS.map(([, of]) => of(sample)))
    }
    refused = mix.refused()
  } finally {
    await server.stop()
  }
}

/** @param {number} quarter @param {(sample: Sample) => number} of */
function meanOf(quarter, of) {
  const values = samples.slice((samples.length * quarter) / 4, (samples.length * (quarter + 1)) / 4).map(of)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
const verdicts = COLUMNS.map(([, of, slack]) => {
  const [third, last] = [meanOf(2, of), meanOf(3, of)]
  const isFlat = last - third <= Math.max(third * MAX_GROWTH, slack)
  return { third, last, verdict: slack === Infinity ? 'not judged' : isFlat ? 'flat' : 'GROWS' }
})
row('mean of', 'quarter 3', ...verdicts.map(({ third }) => third))
row('mean of', 'quarter 4', ...verdicts.map(({ last }) => last))
row('', '', ...verdicts.map(({ verdict }) => verdict))
console.log(`${refused} control calls were refused while the lease of the store had lapsed, and repeated`)
if (verdicts.some(({ verdict }) => verdict === 'GROWS')) process.exitCode = 1
