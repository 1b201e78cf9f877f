/** JSON-RPC sent to the price API by mistake. */
import { expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'

const sim = await startSimulator()
const CALL = { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] }
const message = 'this is the price API, not a chain: send this call to a node'
const errorOf = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32601, message } })
const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const PLACES = ['', '/arbitrum-fallback/', '/arbitrum-api?key=1', '/s/apart', '/s/apart/botanix']

test.each(PLACES)('%s answers a call and a batch with errors, over a socket and in process', async (path) => {
  await using _apart = await sim.session({ id: 'apart' })
  for (const send of [fetch, sim.fetch]) {
    const reply = await send(`${sim.url}${path}`, post(CALL))
    expect([reply.status, await reply.json()]).toEqual([200, errorOf(7)])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    const batch = await send(`${sim.url}${path}`, post([CALL, { ...CALL, id: 'b' }, { ...CALL, id: null }]))
    expect(await batch.json()).toEqual([errorOf(7), errorOf('b'), errorOf(null)])
  }
})

const OTHERS = ['', '{', 'null', '[]', [3], { method: 'eth_chainId', id: 7 }, { ...CALL, id: undefined }]

test.each([...OTHERS, [CALL, {}], { ...CALL, method: 1 }])('other bodies are refused: %j', async (body) => {
  const statusOf = async (path: string) => (await sim.fetch(path, post(body))).status
  expect([await statusOf('/'), await statusOf('/arbitrum'), await statusOf('/arbitrum-api')]).toEqual([
    405, 404, 501,
  ])
})

test('other paths and methods are refused', async () => {
  expect((await fetch(`${sim.url}/arbitrum/ping`, post(CALL))).status).toBe(405)
  expect((await fetch(`${sim.url}/rpc`, post(CALL))).status).toBe(404)
  expect((await fetch(`${sim.url}/arbitrum`, { ...post(CALL), method: 'PUT' })).status).toBe(404)
  expect((await fetch(`${sim.url}/arbitrum`)).status).toBe(404)
  // A megabyte and more is not read.
  expect((await fetch(`${sim.url}/arbitrum`, post({ ...CALL, params: ['x'.repeat(1 << 20)] }))).status).toBe(
    404,
  )
})

test('rules act on it, and the journal has it', async () => {
  await using session = await sim.session({
    scenario: { rules: [{ when: { calls: 2 }, fault: { status: 503 } }] },
  })
  const ask = async () => (await fetch(session.baseUrl('arbitrum'), post(CALL))).status
  expect([await ask(), await ask()]).toEqual([200, 503])
  const entry = { method: 'POST', url: '/', endpoint: null }
  expect(session.journal.entries()).toMatchObject([
    { ...entry, status: 200 },
    { ...entry, status: 503 },
  ])
})
