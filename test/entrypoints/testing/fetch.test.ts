/** `sim.fetch` needs no socket, and a client cannot tell: the same replies, the same failures, the same journal. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type FaultInput, startSimulator } from '../../../src/entrypoints/index.js'

const sim = await startSimulator({ seed: '42' })
afterAll(() => sim.stop())
afterEach(() => sim.reset())

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Everything that a client sees of a reply, or of the failure in its place. */
async function seen(
  fetch: Fetch,
  url: string,
  init?: RequestInit,
): Promise<Readonly<Record<string, unknown>>> {
  const codeOf = (error: unknown) => {
    const { message, cause } = error as TypeError & { cause?: Error & { code?: string } }
    return { message, name: cause?.name, code: cause?.code }
  }
  let reply: Response
  try {
    reply = await fetch(url, init)
  } catch (error) {
    return codeOf(error)
  }
  const { status, statusText, redirected } = reply
  // Node's own facts about the connection, and its time.
  const headers = [...reply.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  const head = { status, statusText, redirected, url: reply.url, headers }
  let body = ''
  const text = new TextDecoder()
  try {
    for await (const part of reply.body ?? []) body += text.decode(part, { stream: true })
    return { ...head, body }
  } catch (error) {
    return { ...head, body, ...codeOf(error) }
  }
}

const inProcess: Fetch = (url, init) => sim.fetch(url, init)
/** In process there is nothing to save by compressing, so none is done. */
const plainly: Fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...init?.headers, 'accept-encoding': 'identity' } })

async function expectAlike(path: string, init?: RequestInit): Promise<unknown> {
  const local = await seen(inProcess, sim.url + path, init)
  const real = await seen(plainly, sim.url + path, init)
  // From Node 24 on the parser's errors have lost their codes.
  const { code } = real.name === 'HTTPParserError' ? local : real
  expect(local).toEqual('code' in real ? { ...real, code } : real)
  // The client and its connection differ, as in process there is none.
  const [a, b] = sim.journal
    .entries()
    .map(({ n: _, ms: __, connection: ___, userAgent: ____, address: _____, ...entry }) => entry)
  expect(a).toEqual(b)
  return local
}

test('in process no request has a connection, at a base address or elsewhere', async () => {
  for (const path of ['/arbitrum/ping', '/nothing']) await sim.fetch(path)
  expect(sim.journal.entries()).toMatchObject([
    { url: '/ping', connection: null },
    { url: '/nothing', status: 404, connection: null, ms: expect.any(Number) },
  ])
})

describe('in process a reply is that of the socket', () => {
  test.each([
    ['a list', '/avalanche-api-fallback/v1/tokens', {}],
    ['a body', '/arbitrum/report/ui/batch_report', { method: 'POST', body: '{}' }],
    ['HEAD', '/arbitrum/prices/tickers', { method: 'HEAD' }],
    [
      'a preflight',
      '/arbitrum/prices/tickers',
      { method: 'OPTIONS', headers: { 'access-control-request-headers': 'x-a' } },
    ],
    ['another method', '/arbitrum/ping', { method: 'POST', body: '{}' }],
    ['a bad query', '/arbitrum/prices/candles?tokenSymbol=eth', {}],
    ['a base alone', '/arbitrum?x', {}],
    ['a session that is none', '/s/none/arbitrum/ping', {}],
    ['a path that cannot be decoded', '/arbitrum/%E0%A4%A', {}],
  ])('%s', async (_name, path, init) => {
    await expectAlike(path, init)
  })
})

const OUTCOMES: readonly (readonly [FaultInput, unknown])[] = [
  [{ status: 429, retryAfter: '2s', headers: { 'x-a': 'b' } }, { status: 429 }],
  [
    { status: 502, body: '<h1>bad gateway</h1>' },
    { status: 502, body: '<h1>bad gateway</h1>' },
  ],
  [{ reset: 'before' }, { message: 'fetch failed', code: 'ECONNRESET' }],
  [{ reset: 'body' }, { status: 200, message: 'terminated', code: 'ECONNRESET' }],
  [{ close: true }, { message: 'fetch failed', code: 'UND_ERR_SOCKET' }],
  [{ truncate: 0.5 }, { status: 200, message: 'terminated', code: 'UND_ERR_SOCKET' }],
  [{ truncate: 0 }, { status: 200, message: 'terminated', code: 'UND_ERR_SOCKET', body: '' }],
  [{ malformed: 'json' }, { status: 200 }],
  [{ malformed: 'garbage' }, { message: 'fetch failed', code: 'HPE_INVALID_CONSTANT' }],
  [{ malformed: 'chunk' }, { status: 200, message: 'terminated', code: 'HPE_INVALID_CHUNK_SIZE' }],
  [{ malformed: 'encoding' }, { status: 200, message: 'terminated', code: 'Z_DATA_ERROR' }],
  [{ drip: { bytesPerSecond: 200_000 } }, { status: 200 }],
  [{ delay: '20ms' }, { status: 200 }],
  [{ close: true, delay: '20ms' }, { code: 'UND_ERR_SOCKET' }],
]

describe('in process a fault is that of the socket', () => {
  test.each(OUTCOMES)('%j', async (fault, outcome) => {
    await sim.loadScenario({ rules: [{ id: 'it', fault }] })
    expect(await expectAlike('/arbitrum/prices/tickers')).toMatchObject(outcome as object)
  })

  test.each([{ truncate: 0.5 }, { drip: { bytesPerSecond: 100 } }, { malformed: 'chunk' as const }])(
    'HEAD under %j',
    async (fault) => {
      await sim.loadScenario({ rules: [{ fault }] })
      await expectAlike('/arbitrum/prices/tickers', { method: 'HEAD' })
    },
  )
})

describe('a request that is held', () => {
  test('ends with its signal, as fetch does', async () => {
    await sim.loadScenario({ rules: [{ fault: { hang: true } }] })
    const reasons = await Promise.all(
      [inProcess, fetch].map((ask) =>
        ask(`${sim.url}/arbitrum/ping`, { signal: AbortSignal.timeout(50) }).catch(({ name }) => name),
      ),
    )
    expect(reasons).toEqual(['TimeoutError', 'TimeoutError'])
    const reason = new Error('enough')
    await expect(sim.fetch('/arbitrum/ping', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('is closed by the next scenario', async () => {
    await sim.loadScenario({ rules: [{ fault: { hang: true } }] })
    const held = seen(inProcess, `${sim.url}/arbitrum/ping`)
    await sim.journal.waitFor()
    await sim.loadScenario(undefined)
    expect(await held).toMatchObject({ message: 'fetch failed', code: 'UND_ERR_SOCKET' })
  })
})

describe('an address', () => {
  test.each([
    ['a path', '/botanix/ping', 'botanix', 'primary'],
    ['a path without its slash', 'botanix-fallback/ping', 'botanix', 'fallback'],
    ['a Host', 'http://avalanche-fallback-2.localhost/ping', 'avalanche', 'fallback-2'],
    ['the live service', 'https://arbitrum-api.gmxinfra.io/ping', 'arbitrum', 'primary'],
    ['its second fallback', 'https://botanix-api-fallback.gmxinfra2.io/ping', 'botanix', 'fallback-2'],
  ])('may be %s', async (_name, address, network, base) => {
    expect((await sim.fetch(address)).status).toBe(200)
    expect(sim.journal.entries()).toMatchObject([{ network, base, url: '/ping' }])
  })

  test('may be a URL or a Request', async () => {
    await sim.fetch(new URL(`${sim.url}/arbitrum/ping`))
    await sim.fetch(new Request(`${sim.url}/arbitrum/ping`, { method: 'HEAD' }), { headers: { 'x-a': 'b' } })
    expect(sim.journal.entries().map(({ method }) => method)).toEqual(['GET', 'HEAD'])
  })

  test('may be that of a port of its own', async () => {
    await using split = await startSimulator({ splitPorts: true })
    await split.fetch(`${split.baseUrl('avalanche', 'fallback')}/ping`)
    expect(split.journal.count({ network: 'avalanche', base: 'fallback' })).toBe(1)
  })

  test('an unknown host is a usage error', async () => {
    await expect(sim.fetch('https://example.com/ping')).rejects.toThrow(
      /this host does not belong to the simulator: https:\/\/example.com; write a path such as \/arbitrum\/ping/,
    )
  })
})
