/** Other headers on a reply whose body stays. */
import { afterEach, expect, test } from 'vitest'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { seenBySocket } from '../../support/clients.js'
import { oneRule, startUnder } from '../../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

const headUnder = async (headers: Readonly<Record<string, string | null>>) => {
  simulator = await startUnder(oneRule({ headers }))
  return seenBySocket(`${simulator.url}/arbitrum/ping`, {
    headers: ['origin: http://dapp.test'],
  })
}

test('a value replaces one, null removes one, and the body stays', async () => {
  const { head, body, end } = await headUnder({
    'Content-Type': 'text/plain',
    'access-control-allow-origin': null,
    date: null,
    'x-new': '1',
  })
  expect(head).toContain('content-type: text/plain\r\n')
  expect(head).toContain('x-new: 1')
  expect(head).not.toMatch(/access-control-allow-origin|\r\ndate:/)
  expect([body, end]).toEqual(['{"ok":true}', 'open'])
})

test('a connection can be closed; without a length the body is chunked; without that either, the end of the connection ends it', async () => {
  expect(await headUnder({ connection: 'close' })).toMatchObject({ end: 'FIN' })
  await simulator.stop()
  expect((await headUnder({ 'content-length': null })).head).toContain('transfer-encoding: chunked')
  await simulator.stop()
  const { head, body, end } = await headUnder({ 'content-length': null, 'transfer-encoding': null })
  expect(head).not.toMatch(/content-length|transfer-encoding/)
  expect([body, end]).toEqual(['{"ok":true}', 'FIN'])
})

test.each([
  ['Content-Encoding', 'gzip', 'unreadable', 'broken'],
  ['content-encoding', 'br', 'unreadable', 'broken'],
  ['Content-Encoding', 'identity', 'readable', 'good'],
  ['content-encoding', null, 'readable', 'good'],
])('%s: %s on a reply of plain bytes is %s, over a socket and in process', async (name, value, seen, met) => {
  simulator = await startUnder(oneRule({ headers: { [name]: value } }))
  const { session, url } = simulator
  const local = createLocalFetch(simulator, session, url)
  const encoded = createLocalFetch(simulator, session, url, { isEncoded: true })
  for (const ask of [fetch, local, encoded]) {
    const reading = ask(`${url}/arbitrum/tokens`, { headers: { 'accept-encoding': 'gzip, br' } })
    const read = await reading
      .then((reply) => reply.json())
      .then(
        () => 'readable',
        () => 'unreadable',
      )
    expect(read).toBe(seen)
  }
  expect(session.journal.entries().map((entry) => entry.met)).toEqual([met, met, met])
})
