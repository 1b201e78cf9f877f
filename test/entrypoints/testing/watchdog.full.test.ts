/** A client in process that stops its thread ends after 30 s, and 5 s for code that yields, with one clear error. */
import { expect, test } from 'vitest'
import { ROOT, run } from '../../support/cli.js'

/** Seconds of the watchdog, as dots on stdout: they pass at once, but only when the client has stopped its thread. */
const SECONDS = `
{
  const set = setInterval
  const { isStalled } = require('node:worker_threads').workerData
  const second = (tick) => () => {
    if (Atomics.load(isStalled, 0) === 0) return
    require('node:fs').writeSync(1, '.')
    tick()
  }
  globalThis.setInterval = (tick, ms) => set(second(tick), ms / 1000)
}
`

const PRELUDE = `
import workers from 'node:worker_threads'
import { syncBuiltinESMExports } from 'node:module'
import { rehearse } from '${ROOT}/dist/entry/index.js'
const isStalled = new Int32Array(new SharedArrayBuffer(4))
workers.Worker = class extends workers.Worker {
  constructor(code, options) {
    super(${JSON.stringify(SECONDS)} + code, { ...options, workerData: { ...options.workerData, isStalled } })
  }
}
syncBuiltinESMExports()
`

test('a loop without an end', async () => {
  const code = `${PRELUDE}
const client = async ({ baseUrl, fetch }) => {
  await fetch(baseUrl('arbitrum') + '/prices/tickers')
  Atomics.store(isStalled, 0, 1)
  for (;;);
}
await rehearse({ scenarios: ['primary-down'], client })`
  const { code: exit, stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code])
  // The first dot is that of the last sign of life.
  expect([exit, stdout, stderr]).toEqual([
    null,
    '.'.repeat(1 + 30 + 5),
    expect.stringMatching(/^gmx-sim: the client keeps the time .*\n$/),
  ])
})
