/**
 * Preloaded into a server: reports on request what its process holds. It forces no garbage collection, which would hide what the
 * server's own ones cost: memory is the least seen since the last report.
 */
import { readdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'

/**
 * @typedef {object} Holdings
 * @property {number} heapBytes Heap and buffers.
 * @property {number} residentBytes
 * @property {number} descriptors Open files and sockets.
 * @property {number} timers Of the simulator, including those that do not keep the process alive, which `getActiveResourcesInfo` omits.
 * @property {number} resources What keeps the process alive, such as sockets.
 */

const SAMPLE_MS = 100

/** @type {Set<NodeJS.Timeout>} */
const running = new Set()
const { setTimeout: start, clearTimeout: clear } = timers
/** @param {(...given: unknown[]) => void} run @param {number} ms @param {unknown[]} given */
const counted = (run, ms, ...given) => {
  const timer = start(() => {
    running.delete(timer)
    run(...given)
  }, ms)
  running.add(timer)
  return timer
}
/** @param {NodeJS.Timeout} timer */
const cleared = (timer) => {
  running.delete(timer)
  clear(timer)
}
for (const owner of [timers, globalThis])
  Object.assign(owner, {
    setTimeout: Object.defineProperties(counted, Object.getOwnPropertyDescriptors(start)),
    clearTimeout: cleared,
  })
syncBuiltinESMExports()

let heapBytes = Number.POSITIVE_INFINITY
let residentBytes = Number.POSITIVE_INFINITY
const sample = () => {
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  heapBytes = Math.min(heapBytes, heapUsed + arrayBuffers)
  residentBytes = Math.min(residentBytes, rss)
}
setInterval(sample, SAMPLE_MS).unref()

process.on('message', () => {
  sample()
  process.send?.({
    heapBytes,
    residentBytes,
    descriptors: readdirSync('/proc/self/fd').length,
    timers: running.size,
    resources: process.getActiveResourcesInfo().length,
  })
  heapBytes = residentBytes = Number.POSITIVE_INFINITY
})
// An open channel must not keep the process alive.
process.channel?.unref()
