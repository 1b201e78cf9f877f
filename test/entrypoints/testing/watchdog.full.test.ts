/** A client in process that stops its thread ends after 30 s with one clear error. */
import { expect, test } from 'vitest'
import { ROOT, run } from '../../support/cli.js'

test.concurrent.each([
  ['a loop without an end', 'for (;;);'],
  ['a wait of the thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
])('%s', async (_name, stall) => {
  const code = `import { rehearse } from '${ROOT}/dist/entry/index.js'
const client = async ({ baseUrl, fetch }) => {
  await fetch(baseUrl('arbitrum') + '/prices/tickers')
  ${stall}
}
await rehearse({ scenarios: ['primary-down'], client })`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code])
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^gmx-sim: the client keeps the time .*\n$/)])
})
