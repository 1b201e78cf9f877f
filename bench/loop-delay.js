/** Loaded into a server before its own code: tells, when asked, the longest its event loop has been kept busy since. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('message', () => {
  process.send?.(delay.max / 1e6)
  delay.reset()
})
// Whoever ends the server need not end the conversation first.
process.channel?.unref()
