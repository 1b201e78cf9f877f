/** How `serve` ends: SIGTERM answers what was accepted, Ctrl-C does not wait, another signal ends it at once. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { until } from '../../support/until.js'

const HELD = {
  name: 'held',
  rules: [{ id: 'slow', match: { endpoint: 'tokens' }, fault: { delay: '9s' } }],
}

let served: Served
afterEach(() => served.stop('SIGKILL'))

const hold = async (count: number) => {
  const { ready } = served
  expect((await controlOf(ready.url).put('/scenario', HELD)).status).toBe(200)
  const held = Array.from({ length: count }, () => fetch(`${ready.url}/arbitrum/tokens`))
  for (const one of held) one.catch(() => {})
  await until(async () => {
    const { body } = await controlOf(ready.url).get('/replicas')
    expect(body.replicas[0].held).toBe(count)
  })
  return held
}

test('SIGTERM frees and answers held requests, then exits with 0', async () => {
  served = await serveCli()
  const held = await hold(50)
  const end = served.stop('SIGTERM')
  for (const reply of await Promise.all(held)) {
    expect(reply.status).toBe(200)
    expect(await reply.json()).toBeTruthy()
  }
  expect((await end).code).toBe(0)
})

test('Ctrl-C does not wait for held requests', async () => {
  served = await serveCli()
  const held = await hold(3)
  const { code } = await served.stop('SIGINT')
  expect(code).toBe(0)
  for (const one of held) await expect(one).rejects.toThrow()
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s while it drains ends it at once', async (signal, code) => {
  served = await serveCli()
  // An unfinished request body keeps it draining.
  const { port, hostname } = new URL(served.ready.url)
  const stuck = connect(Number(port), hostname)
  stuck.on('error', () => {})
  await once(stuck, 'connect')
  stuck.write('PUT /__sim/v1/clock HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
  await fetch(`${served.ready.url}/arbitrum/ping`)
  void served.stop('SIGTERM')
  await until(() => expect(refused(Number(port), hostname)).resolves.toBe(true))
  expect((await served.stop(signal)).code).toBe(code)
  stuck.destroy()
})

async function refused(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
  } finally {
    socket.destroy()
  }
}
