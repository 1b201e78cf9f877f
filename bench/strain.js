/** Loaded into a server before its own code: tells, when asked, what it has done to its process since it was asked last. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

/**
 * @typedef {object} Strain
 * @property {number} longestPauseMs The longest that its event loop did not come round.
 * @property {number} heldBytes What heap and buffers hold, garbage included.
 * @property {number} collections How often garbage was collected without being asked for.
 * @property {number} leftBytes What they hold without the garbage; the same where the process cannot be told to collect it.
 */

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let collections = 0
const watched = new PerformanceObserver((list) => {
  // Not those that are asked for below.
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
  // Node tells of collections a turn later.
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
// Whoever ends the server need not end the conversation first.
process.channel?.unref()
