/** A client in process that stops its thread is interrupted after 30 s, and the rehearsal rejects with one clear error. */
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
await rehearse({ scenarios: ['primary-down'], client }).catch((error) => console.log(error.message))`
  const { code: exitCode, stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code])
  expect([exitCode, stdout], stderr).toEqual([
    0,
    expect.stringMatching(/^the client keeps the time of its rehearsal from passing: .*synchronous waits/),
  ])
})
