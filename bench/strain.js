/** Preloaded into a server: reports on request the strain on its process since the last report. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

/**
 * @typedef {object} Strain
 * @property {number} longestPauseMs Longest delay of the event loop.
 * @property {number} heldBytes Heap and buffers, garbage included.
 * @property {number} collections Unforced garbage collections.
 * @property {number} leftBytes Heap and buffers after a forced collection; equal to heldBytes where that is impossible.
 */

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let collections = 0
const watched = new PerformanceObserver((list) => {
  // Excludes the forced ones below.
  for (const entry of list.getEntries())
    if (/** @type {any} */ (entry).detail.flags !== constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) collections++
})
watched.observe({ entryTypes: ['gc'] })

const held = () => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
process.on('message', () => {
  const before = held()
  const longestPauseMs = delay.max / 1e6
  // Node reports collections one turn later.
  setImmediate(() => {
    const collectionsBefore = collections
    globalThis.gc?.()
    setImmediate(() => {
      process.send?.({ longestPauseMs, heldBytes: before, collections: collectionsBefore, leftBytes: held() })
      delay.reset()
      collections = 0
    })
  })
})
// An open channel must not keep the process alive.
process.channel?.unref()
