/** Preloaded into a server: reports on request what its process holds after garbage collection. */
import { readdirSync } from 'node:fs'
import * as v8 from 'node:v8'

/**
 * @typedef {object} Holdings
 * @property {number} heapBytes Heap and buffers.
 * @property {number} residentBytes
 * @property {number} descriptors Open files and sockets.
 * @property {number} timers Including those that do not keep the process alive, which `getActiveResourcesInfo` omits.
 * @property {number} resources What keeps the process alive, such as sockets.
 */

const probe = setTimeout(() => {}, 0)
clearTimeout(probe)
const Timeout = probe.constructor
/** The type definitions of Node 20 lack it. @type {(of: Function, options: object) => number} */
const countOf = /** @type {any} */ (v8).queryObjects

process.on('message', () => {
  globalThis.gc?.()
  // Finalizers run one turn later; what they release is collected then.
  setImmediate(() => {
    globalThis.gc?.()
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
    process.send?.({
      heapBytes: heapUsed + arrayBuffers,
      residentBytes: rss,
      descriptors: readdirSync('/proc/self/fd').length,
      timers: countOf(Timeout, { format: 'count' }),
      resources: process.getActiveResourcesInfo().length,
    })
  })
})
// An open channel must not keep the process alive.
process.channel?.unref()
