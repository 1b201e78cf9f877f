/**
 * `npm run soak -- --pauses`: a test suite on one server, without a store. Its tests create a session with a seed of its own, read prices
 * twice and end it, and load a scenario of the library. Judges what the server holds, and how long another client waits meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { judgePauses, PINGS, startPinger } from '../bench/pings.js'
import { get, startSampled } from '../bench/process.js'
import { createMix } from '../bench/soak-mix.js'
import { createSteadiness, HOLDINGS } from '../bench/steadiness.js'

const SAMPLES = 12
/** Lets the server see clients leave before a sample. */
const REST_MS = 1500

/** @typedef {import('../bench/holdings.js').Holdings & import('../bench/pings.js').Pings & { kernelBytes: number }} Sample */

/** @type {readonly import('../bench/steadiness.js').Column<Sample>[]} */
const COLUMNS = [
  ...HOLDINGS,
  // Worlds of past sessions stay until others need their place.
  ['kernel MB', ({ kernelBytes }) => kernelBytes / 2 ** 20, 2],
  ...PINGS,
]

/** @param {number} count Of sessions, and of loads. */
export async function soakPauses(count) {
  const server = await startSampled('--seed', 'soak')
  const mix = createMix(server.url)
  await mix.begin()
  // With few sessions memory cannot be judged.
  if (count >= 1000) await mix.warmUp()
  const pinger = await startPinger(mix.pingUrl)
  try {
    const steadiness = createSteadiness(COLUMNS, 'sessions')
    steadiness.printHead()
    const pings = []
    for (let n = 0, sample = 1; sample <= SAMPLES; sample++) {
      for (; n < (count * sample) / SAMPLES; n++) {
        await mix.useOwnSeed(`own-${n}`)
        await mix.useScenario(n)
      }
      mix.rest()
      await wait(REST_MS)
      const { limits } = JSON.parse(String(await get(`${server.url}/__sim/v1/health`)))
      const longest = await pinger.longest()
      pings.push(longest)
      steadiness.add(n, { ...(await server.strain()), ...longest, kernelBytes: limits.kernelBytes.current })
    }
    steadiness.judge()
    judgePauses(pings)
  } finally {
    await pinger.stop()
    await server.stop()
  }
}
