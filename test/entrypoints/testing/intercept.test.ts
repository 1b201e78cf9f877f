/** `sim.intercept()`: the live hosts, answered for the `fetch` of this process and for undici. */
import { setupServer } from 'msw/node'
import { request, fetch as undiciFetch } from 'undici'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Simulator, startSimulator } from '../../../src/entrypoints/index.js'

const PING = 'https://arbitrum-api-fallback.gmxinfra.io/ping'
/** Neither resolves nor answers. */
const OTHER = 'https://gmx-sim.invalid/'
/** Bytes of a body that is not accepted. */
const TOO_LONG = 5 << 20
const DISPATCHERS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for)
const dispatchers = () => DISPATCHERS.map((place) => Reflect.get(globalThis, place))
/** Compares identities: the dispatchers are proxies of each other. */
const areThoseOf = (before: readonly unknown[]) =>
  dispatchers().every((dispatcher, index) => dispatcher === before[index])

let sim: Simulator
const start = async (...options: Parameters<typeof startSimulator>) => {
  sim = await startSimulator(...options)
  return sim
}
afterEach(() => sim.stop())

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error) => String(error.cause?.message ?? error.message),
  )

describe.each([
  ["Node's fetch", async (url: string, init?: object) => (await fetch(url, init)).status],
  ["undici's fetch", async (url: string, init?: object) => (await undiciFetch(url, init)).status],
  ["undici's request", async (url: string, init?: object) => (await request(url, init)).statusCode],
])('%s', (_name, ask) => {
  test.each([PING, PING.replace('.io/', '.io./')])('reaches the base of %s', async (url) => {
    const { journal, intercept } = await start()
    intercept()
    expect(await ask(url)).toBe(200)
    expect(journal.entries()).toMatchObject([{ network: 'arbitrum', base: 'fallback', url: '/ping' }])
  })

  test('has its body received', async () => {
    const { intercept } = await start()
    intercept()
    const url = 'https://arbitrum-api.gmxinfra.io/report/ui/batch_report'
    const statusOf = (length: number) => ask(url, { method: 'POST', body: 'x'.repeat(length) })
    expect([await statusOf(10), await statusOf(TOO_LONG)]).toEqual([200, 413])
  })

  test('passes to other hosts, which offline refuses and lists', async () => {
    const { intercept, baseUrl } = await start()
    const { stop } = intercept()
    expect(await failureOf(ask(OTHER))).toMatch(/ENOTFOUND|EAI_AGAIN/)
    stop()
    const { refused } = intercept({ offline: true })
    for (const url of [OTHER, OTHER])
      expect(await failureOf(ask(url))).toBe('offline: gmx-sim.invalid is not served')
    expect([await ask(PING), await ask(`${baseUrl('arbitrum')}/ping`)]).toEqual([200, 200])
    expect([...refused]).toEqual([['gmx-sim.invalid', 2]])
  })

  test.each([false, true])('is refused at unknown hosts of GMX, offline: %s', async (offline) => {
    const { intercept, journal } = await start()
    const { refused } = intercept({ offline })
    expect(await ask('https://arbitrum-sepolia-api.gmxinfra.io/ping')).toBe(403)
    expect(await ask('https://goerli.gmxapi.ai./ping')).toBe(403)
    expect([...refused.keys()]).toEqual(['arbitrum-sepolia-api.gmxinfra.io', 'goerli.gmxapi.ai.'])
    expect(journal.count()).toBe(0)
  })
})

describe('with Mock Service Worker, which listens before', () => {
  const server = setupServer()
  const onUnhandledRequest = vi.fn()
  beforeEach(() => server.listen({ onUnhandledRequest }))
  afterEach(() => {
    vi.unstubAllGlobals()
    server.close()
    onUnhandledRequest.mockClear()
  })

  test('its fetch passes on to the simulator, and sees no request of ours', async () => {
    const { intercept, journal } = await start()
    intercept({ offline: true })
    expect(onUnhandledRequest).not.toHaveBeenCalled()
    expect((await fetch(PING)).status).toBe(200)
    expect(journal.count()).toBe(1)
    expect(await failureOf(fetch(OTHER))).toBe('offline: gmx-sim.invalid is not served')
  })
})

describe('a fetch that does not use the dispatchers', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['of the environment', () => Promise.reject(new Error('left this machine'))],
    [
      'that throws',
      () => {
        throw new Error('no network')
      },
    ],
    ['that returns nothing', () => undefined],
  ])('%s: an error, and nothing is intercepted', async (_name, fetch) => {
    const { intercept } = await start()
    const before = dispatchers()
    vi.stubGlobal('fetch', fetch)
    expect(() => intercept({ offline: true })).toThrow('the fetch of this environment cannot be intercepted')
    expect(areThoseOf(before)).toBe(true)
  })

  test('calls one that does', async () => {
    const { intercept } = await start()
    const own = fetch
    vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => own(...given))
    intercept()
    expect((await fetch(PING)).status).toBe(200)
  })
})

test('hosts of catalogues are answered', async () => {
  const own = { chainId: 4242, bases: { primary: 'prices.own.example' } }
  const { journal, intercept } = await start({ catalogue: { networks: { own } } })
  intercept()
  expect((await fetch('https://prices.own.example/ping')).status).toBe(200)
  expect(journal.count({ network: 'own' as never })).toBe(1)
})

describe('afterwards', () => {
  test('the dispatchers are those of before: by stop, dispose, and the end of the session', async () => {
    const { intercept, session } = await start()
    const before = dispatchers()
    intercept().stop()
    expect(areThoseOf(before)).toBe(true)
    intercept()[Symbol.dispose]()
    expect(areThoseOf(before)).toBe(true)
    const other = await session()
    other.intercept()
    expect(areThoseOf(before)).toBe(false)
    await other.stop()
    expect(areThoseOf(before)).toBe(true)
    intercept()
    await sim.stop()
    expect(areThoseOf(before)).toBe(true)
  })

  test('the last one that is left answers, in whichever order they stop', async () => {
    const { intercept, journal, session } = await start()
    const other = await session()
    const first = intercept({ offline: true })
    const last = other.intercept()
    await fetch(PING)
    first.stop()
    await fetch(PING)
    expect(await failureOf(fetch(OTHER))).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect([journal.count(), other.journal.count()]).toEqual([0, 2])
    last.stop()
    intercept()
    await fetch(PING)
    expect([journal.count(), other.journal.count()]).toEqual([1, 2])
  })
})

test('an unknown option is a usage error', async () => {
  const { intercept } = await start()
  expect(() => intercept({ ofline: true } as never)).toThrow('did you mean offline?')
  await sim.stop()
  expect(() => intercept()).toThrow('the simulator is stopped')
})
