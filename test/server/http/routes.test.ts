/** The routes of the simulated API, as the router lists them, and the paths that they match. */
import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

/** The endpoint that a request is journalled for; the path is sent as it is. */
async function endpointOf(path: string, method = 'GET'): Promise<string | null | undefined> {
  const { port } = new URL(simulator.url)
  await new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method }, (reply) => reply.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
  return simulator.session.journal.entries().at(-1)?.endpoint
}

test.each([
  ['/ping', 'ping'],
  ['/ping/', 'ping'],
  ['/ping?', 'ping'],
  ['/ping#x', 'ping'],
  ['/v1/rates', 'rates'],
  ['/prices/candles?limit=1', 'candles'],
  ['', null],
  ['/', null],
  ['/Ping', null],
  ['/%70ing', null],
  ['//ping', null],
  ['/ping//', null],
  ['/ping?/prices/tickers', 'ping'],
  ['/__sim/v1/clock', null],
])('/arbitrum%s', async (path, endpoint) => {
  expect(await endpointOf(`/arbitrum${path}`)).toBe(endpoint)
  expect(await endpointOf(`/arbitrum${path}`, 'DELETE')).toBe(endpoint)
})
