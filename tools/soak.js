/**
 * `npm run soak -- --minutes 30`: a server with a store under a steady mix of calls, see bench/soak-mix.js. Prints what it holds
 * after garbage collection, and exits with 1 if anything grows between the third and the last quarter. `--intercept` does so for
 * interception, with 100,000 requests or `--requests`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { get, startSampled } from '../bench/process.js'
import { createMix } from '../bench/soak-mix.js'
import { createSteadiness, HOLDINGS } from '../bench/steadiness.js'
import { startStore } from '../bench/store.js'
import { soakInterception } from './soak-intercept.js'

/** @typedef {import('../bench/holdings.js').Holdings & { cycles: number, cachedBytes: number, storeBytes: number, storeKeys: number }} Sample */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    intercept: { type: 'boolean', default: false },
    requests: { type: 'string', default: '100000' },
  },
})
/** @param {'minutes' | 'requests'} name */
const positive = (name) => {
  if (Number(values[name]) > 0) return Number(values[name])
  throw new Error(`--${name} ${values[name]} is not a positive number`)
}
const minutes = positive('minutes')
const SAMPLES = Math.max(8, Math.round(minutes * 2))
/** Lets the server see clients leave and sessions lapse before a sample. */
const REST_MS = 1500

/** @type {readonly import('../bench/steadiness.js').Column<Sample>[]} */
const COLUMNS = [
  ['cycles', ({ cycles }) => cycles, Infinity],
  ...HOLDINGS,
  // Part of the heap, and bounded.
  ['cached MB', ({ cachedBytes }) => cachedBytes / 2 ** 20, Infinity],
  // Not judged: what ended sessions leave in the store expires after a day.
  ['store MB', ({ storeBytes }) => storeBytes / 2 ** 20, Infinity],
  ['store keys', ({ storeKeys }) => storeKeys, Infinity],
]

if (values.intercept) await soakInterception(positive('requests'))
else await soakStore()

async function soakStore() {
  const store = await startStore()
  try {
    await sampleAll(store)
  } finally {
    await store.stop()
  }
}

/** @param {Awaited<ReturnType<typeof startStore>>} store */
async function sampleAll(store) {
  const server = await startSampled('--store', store.url, '--clock', 'real', '--seed', 'soak')
  try {
    const mix = createMix(server.url)
    /** @returns {Promise<number>} */
    const cachedBytes = async (tries = 60) => {
      try {
        const { limits } = JSON.parse(String(await get(`${server.url}/__sim/v1/health`)))
        return limits.cachedReplyBytes.current
      } catch (error) {
        // Refused while the store seems silent.
        if (tries === 0) throw error
        await wait(250)
        return cachedBytes(tries - 1)
      }
    }
    // In seconds memory cannot be judged.
    const isLong = minutes >= 1
    if (isLong) await mix.warmUp()
    const steadiness = createSteadiness(COLUMNS, 'minutes')
    steadiness.printHead()
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
        cycles,
        cachedBytes: await cachedBytes(),
        storeBytes,
        storeKeys: await store.client.dbsize(),
      }
      steadiness.add((n * minutes) / SAMPLES, sample)
    }
    steadiness.judge()
    const refused = mix.refused()
    console.log(`${refused} control calls were refused while the store seemed silent, and repeated`)
  } finally {
    await server.stop()
  }
}
