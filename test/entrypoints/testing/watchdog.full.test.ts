/** Code that never yields is interrupted, and the event loop goes on. */
import { expect, test } from 'vitest'
import { createWatchdog } from '../../../src/entrypoints/testing/watchdog.js'
import { until } from '../../support/until.js'

test.each([
  [
    'a loop without an end',
    () => {
      for (;;);
    },
  ],
  ['a wait of the thread', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)],
])('%s', async (_name, stall) => {
  const watchdog = createWatchdog(1)
  watchdog.start()
  try {
    // As code of a client runs: from a promise.
    void Promise.resolve().then(stall)
    await until(() => expect(watchdog.hasBitten()).toBe(true))
  } finally {
    await watchdog.stop()
  }
})
