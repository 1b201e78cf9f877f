/** Sessions and scenarios free what they opened in the kernel when they end, without any collection. */
import request from 'supertest'
import { beforeEach, expect, test, vi } from 'vitest'
import { MAX_KERNEL_BYTES, NO_HANDLE } from '../../src/market/price/kernel-limits.js'
import { KernelOwner, ownedBy } from '../../src/market/price/kernel-owner.js'
import { kernel } from '../../src/market/price/load-kernel.js'
import { NO_EVENTS } from '../../src/market/world/market-events.js'
import { createPool, createWorldsBySeed, MAX_WORLDS_BYTES } from '../../src/market/world/worlds.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { SimulatorCore } from '../../src/server/simulator.js'
import { catalogue } from '../support/prices.js'
import { load } from '../support/scenario.js'
import { createTestSimulator } from '../support/simulator.js'
import { until } from '../support/until.js'

const CRASH = { events: [{ asset: 'ETH', at: '0s', move: '-18%', over: '1m' }] }
const AT = 1_771_800_000

let simulator: SimulatorCore
beforeEach(async () => {
  simulator = await createTestSimulator({ clock: 'frozen' })
})

const get = (path: string) => request(simulator.app).get(path).set('host', 'localhost')

async function ask(prefix = ''): Promise<string> {
  const { status, text } = await get(`${prefix}/arbitrum/prices/tickers`)
  expect(status).toBe(200)
  return text
}

const eventful = () => ({ scenario: checkScenarioValue(CRASH, catalogue) })

test('a session that ends frees the prices that it alone has', async () => {
  const before = kernel().openBytes()
  for (let n = 0; n < 3; n++) {
    simulator.sessions.create('own', { seed: `own ${n}`, ...eventful() })
    await ask('/s/own')
    expect(kernel().openBytes()).toBeGreaterThan(before)
    simulator.sessions.end('own')
    expect(kernel().openBytes()).toBe(before)
  }
})

test('a scenario that is replaced frees its prices', async () => {
  await ask()
  const before = kernel().openBytes()
  const loaded = new Set<number>()
  for (let n = 0; n < 3; n++) {
    load(simulator.session, CRASH)
    await ask()
    loaded.add(kernel().openBytes())
  }
  expect(loaded.size).toBe(1)
  simulator.session.loadScenario(undefined)
  expect(kernel().openBytes()).toBe(before)
})

test('sessions of one seed share its prices, which stay for later ones within the budget of all worlds', async () => {
  for (const id of ['a', 'b']) simulator.sessions.create(id, { seed: 'shared' })
  const text = await ask('/s/a')
  const before = kernel().openBytes()
  expect(await ask('/s/b')).toBe(text)
  expect(kernel().openBytes()).toBe(before)
  simulator.sessions.end('a')
  expect(await ask('/s/b')).toBe(text)
  simulator.sessions.end('b')
  expect(kernel().openBytes()).toBe(before)
})

test('a request in progress gets the prices of its session when that ends', async () => {
  const held = { ...CRASH, rules: [{ match: { endpoint: 'tickers' }, fault: { delay: '3s' } }] }
  const scenario = checkScenarioValue(held, catalogue)
  simulator.sessions.create('plain', { seed: 'late', ...eventful() })
  const expected = await ask('/s/plain')
  simulator.sessions.end('plain')
  const session = simulator.sessions.create('held', { seed: 'late', scenario })
  const asked = get('/s/held/arbitrum/prices/tickers').then(({ text }) => text)
  await until(() => expect(session.waits.held).toBe(1))
  const before = kernel().openBytes()
  simulator.sessions.end('held')
  expect(await asked).toBe(expected)
  // One price process and one spread of all that was read late.
  expect(kernel().openBytes() - before).toBeLessThan(20_000)
})

test('an evicted world frees its prices at once, and one in use is not evicted', () => {
  const worldsOf = createWorldsBySeed({ catalogue, priceFormat: 'full' }, createPool(1))
  const worlds = ['a', 'b'].map((seed) => worldsOf(seed, NO_EVENTS))
  const before = kernel().openBytes()
  const bytesOf = (n: number) => {
    worlds[n].worldOf('arbitrum').quotes(AT)
    return kernel().openBytes() - before
  }
  const one = bytesOf(0)
  expect(one).toBeGreaterThan(1_000_000)
  for (let n = 1; n < 6; n++) expect(bytesOf(n % 2)).toBe(one)
})

test('a full kernel: 429 with the remedy, and everything else is answered', async () => {
  await ask()
  simulator.sessions.create('more', { seed: 'more' })
  const noRoom = ownedBy(
    () => NO_HANDLE,
    () => {},
  )
  const full = vi
    .spyOn(kernel(), 'open')
    .mockImplementation((facts, owner = new KernelOwner()) => noRoom(facts, owner)() as never)
  const { status, body } = await get('/s/more/arbitrum/prices/tickers')
  expect(status).toBe(429)
  expect(body.errors).toEqual([
    'the assets in use need more memory than the price kernel has: end some sessions, or use a catalogue with fewer tokens',
  ])
  await ask()
  const { limits } = (await get('/__sim/v1/health')).body
  expect(limits.kernelBytes).toEqual({ current: kernel().openBytes(), max: MAX_KERNEL_BYTES })
  full.mockRestore()
  await ask('/s/more')
})

test('simulators that nobody stops share one budget', () => {
  for (let n = 0; n < 40; n++)
    createWorldsBySeed({ catalogue, priceFormat: 'full' })('same', NO_EVENTS).worldOf('arbitrum').quotes(AT)
  expect(kernel().openBytes()).toBeLessThan(2 * MAX_WORLDS_BYTES)
})
