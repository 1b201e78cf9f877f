/** Pauses of a server as another client sees them, and those of the machine: pings of it and of a bare server, from a separate process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startBareServer } from './process.js'

/** Longest pause beyond the machine's own, on two quiet cores. */
export const MAX_PAUSE_MS = 250

/** @param {string} url Of a ping that is answered without faults. */
export async function startPinger(url) {
  const bare = await startBareServer()
  const pinger = fork(fileURLToPath(new URL('pinger.js', import.meta.url)), [url, bare.url])
  return {
    /** The longest since the last call. @returns {Promise<import('./pinger.js').Pings>} */
    async longest() {
      pinger.send('')
      const [pings] = await once(pinger, 'message')
      return pings
    },
    async stop() {
      pinger.disconnect()
      await Promise.all([once(pinger, 'exit'), bare.stop()])
    },
  }
}

/** @typedef {import('./pinger.js').Pings} Pings */

/** @type {readonly import('./steadiness.js').Column<Pings>[]} */
export const PINGS = [
  ['ping ms', ({ pingMs }) => pingMs, Infinity],
  ['bare ping ms', ({ controlMs }) => controlMs, Infinity],
]

/** Prints the verdict on all pings, and sets the exit code 1 if one was too long. @param {readonly Pings[]} pings */
export function judgePauses(pings) {
  const [ping, control] = [pings.map(({ pingMs }) => pingMs), pings.map(({ controlMs }) => controlMs)]
  const beyondMs = Math.max(...ping) - Math.max(...control)
  const verdict = beyondMs <= MAX_PAUSE_MS ? 'no pause' : 'PAUSES'
  console.log(
    `${verdict}: the longest ping took ${beyondMs.toFixed(0)} ms more than the longest of a bare server; at most ${MAX_PAUSE_MS} ms on two quiet cores`,
  )
  if (verdict === 'PAUSES') process.exitCode = 1
}
