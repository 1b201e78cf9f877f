/**
 * `npm run soak -- --minutes 30`: a server with a store under a steady mix of calls, see bench/soak-mix.js. Prints what it holds
 * and how long another client waits for a ping, and exits with 1 if anything grows between the third and the last quarter, or if the
 * server pauses. Nothing forces a garbage collection. `--pauses` does so for 1,000 sessions and 1,000 scenarios of a test suite, or `--sessions`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { judgePauses, PINGS, startPinger } from '../bench/pings.js'
import { get, startSampled } from '../bench/process.js'
import { createMix } from '../bench/soak-mix.js'
import { createSteadiness, HOLDINGS } from '../bench/steadiness.js'
import { startStore } from '../bench/store.js'
import { soakPauses } from './soak-pauses.js'

/** @typedef {import('../bench/holdings.js').Holdings & import('../bench/pings.js').Pings & { cycles: number, cachedBytes: number, kernelBytes: number, storeBytes: number, storeKeys: number }} Sample */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    pauses: { type: 'boolean', default: false },
    sessions: { type: 'string', default: '1000' },
  },
})
/** @param {'minutes' | 'sessions'} name */
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
  // Bounded, as are cached replies.
  ['kernel MB', ({ kernelBytes }) => kernelBytes / 2 ** 20, Infinity],
  ['cached MB', ({ cachedBytes }) => cachedBytes / 2 ** 20, Infinity],
  // Not judged: what ended sessions leave in the store expires after a day.
  ['store MB', ({ storeBytes }) => storeBytes / 2 ** 20, Infinity],
  ['store keys', ({ storeKeys }) => storeKeys, Infinity],
  ...PINGS,
]

if (values.pauses) await soakPauses(positive('sessions'))
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
  const mix = createMix(server.url)
  await mix.begin()
  const pinger = await startPinger(mix.pingUrl)
  try {
    /** @returns {Promise<Record<'cachedReplyBytes' | 'kernelBytes', { current: number }>>} */
    const limitsOf = async (tries = 60) => {
      try {
        const { limits } = JSON.parse(String(await get(`${server.url}/__sim/v1/health`)))
        return limits
      } catch (error) {
        // Refused while the store seems silent.
        if (tries === 0) throw error
        await wait(250)
        return limitsOf(tries - 1)
      }
    }
    const cachedBytes = async () => (await limitsOf()).cachedReplyBytes.current
    const pings = []
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
      const longest = await pinger.longest()
      pings.push(longest)
      const { cachedReplyBytes, kernelBytes } = await limitsOf()
      const sample = {
        ...(await server.strain()),
        ...longest,
        cycles,
        cachedBytes: cachedReplyBytes.current,
        kernelBytes: kernelBytes.current,
        storeBytes,
        storeKeys: await store.client.dbsize(),
      }
      steadiness.add((n * minutes) / SAMPLES, sample)
    }
    steadiness.judge()
    judgePauses(pings)
    const refused = mix.refused()
    console.log(`${refused} control calls were refused while the store seemed silent, and repeated`)
  } finally {
    await pinger.stop()
    await server.stop()
  }
}
