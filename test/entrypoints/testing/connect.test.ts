/** `connect`: the session API of a simulator elsewhere, over its control API. */
import { afterAll, expect, test } from 'vitest'
import { connect, matchers, startSimulator } from '../../../src/entrypoints/index.js'

const here = await startSimulator({ seed: '42' })
const there = await connect(`${here.url}/`)
afterAll(() => here.stop())

const DOWN = {
  rules: [{ id: 'down', match: { base: 'primary' }, fault: { status: 503, retryAfter: '1s' } }],
} as const
const ping = async (url: string) => (await fetch(`${url}/ping`)).status

test('addresses, clock, price and scenario are those of the simulator', async () => {
  expect([there.id, there.url, there.baseUrls, there.env]).toEqual([
    here.id,
    here.url,
    here.baseUrls,
    here.env,
  ])
  expect(await there.clock.now()).toEqual(here.clock.now())
  expect(await there.clock.advance('5m')).toEqual(here.clock.now())
  expect(await there.clock.set({ at: new Date('2026-03-01T12:00:00Z') })).toEqual(
    new Date('2026-03-01T12:00:00Z'),
  )
  expect(await there.price('ETH')).toBe(here.price('ETH'))
  await there.setPrice('ETH', 1500, { over: '1s' })
  await there.clock.advance('1s')
  expect(here.price('ETH', 'avalanche')).toBe(1500)
  await there.reset()
  expect(here.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
})

test('a session is isolated, and ends with its stop', async () => {
  const sim = await there.session({
    id: 'own',
    seed: '43',
    scenario: DOWN,
    clock: { at: new Date('2030-01-01') },
  })
  const twin = await here.session({ seed: '43', clock: { at: '2030-01-01' } })
  expect(await sim.price('BTC')).toBe(twin.price('BTC'))
  expect([await ping(sim.baseUrl('arbitrum')), await ping(sim.baseUrl('arbitrum', 'fallback'))]).toEqual([
    503, 200,
  ])
  expect(await sim.journal.count({ rule: 'down', status: 503, preflights: true })).toBe(1)
  expect((await sim.journal.entries()).map(({ base }) => base)).toEqual(['primary', 'fallback'])
  expect((await sim.journal.pauses()).map(({ retryAfterMs }) => retryAfterMs)).toEqual([1000])
  expect(await there.journal.count()).toBe(0)
  await sim.journal.clear()
  expect(await sim.journal.count()).toBe(0)
  await Promise.all([sim.stop(), sim.stop()])
  await expect(sim.clock.now()).rejects.toThrow('session own does not exist')
  // It may have ended by itself.
  const other = await there.session({ id: 'ended' })
  await fetch(`${here.url}/__sim/v1/sessions/ended`, { method: 'DELETE' })
  await other.stop()
})

test('scenarios: a library name, a text, an object, and none', async () => {
  await using sim = await there.session()
  const scenario = async () => (await fetch(`${sim.url}/__sim/v1/scenario`)).text()
  for (const source of ['blackout', 'name: blackout\nrules: []', { name: 'blackout', rules: [] }]) {
    await sim.loadScenario(source)
    expect(await scenario()).toContain('"name":"blackout"')
    await sim.loadScenario(undefined)
    expect(await scenario()).toContain('"scenario":null')
  }
  await expect(sim.loadScenario('rules: 3')).rejects.toThrow(/the simulator rejected PUT \/scenario: 1:8 /)
  const code = { rules: [{ fault: { reply: () => ({ status: 200 }) } }] }
  await expect(sim.loadScenario(code)).rejects.toThrow('it has a function')
})

test('waits for requests, or says how many arrived; a snapshot restores clock and counters', async () => {
  await using sim = await there.session({
    scenario: { rules: [{ when: { calls: 1 }, fault: { status: 500 } }] },
    clock: { mode: 'frozen' },
  })
  const waiting = sim.journal.waitFor({ base: 'fallback' }, { timeout: '60s' })
  const taken = await sim.snapshot()
  const play = async () => [
    await ping(sim.baseUrl('arbitrum')),
    await ping(sim.baseUrl('arbitrum', 'fallback')),
  ]
  expect(await play()).toEqual([500, 200])
  expect((await waiting).map(({ base }) => base)).toEqual(['fallback'])
  await expect(sim.journal.waitFor({ base: 'api' }, { timeout: '1ms' })).rejects.toThrow(
    'the simulator rejected POST /journal/wait: 0 of 1 requests were received in time',
  )
  await sim.clock.advance('1h')
  await sim.restore(taken)
  expect(await sim.clock.now()).toEqual(taken.at)
  expect(await play()).toEqual([500, 200])
  await expect(there.restore(taken)).rejects.toThrow('the simulator rejected POST /snapshots/:id/restore')
})

test('streams arrive over a socket, and a refused handshake rejects', async () => {
  await using sim = await there.session({ clock: { mode: 'frozen' } })
  const stream = await sim.stream('arbitrum')
  stream.subscribe('prices')
  expect(await stream.next()).toEqual({ op: 'ack', channels: ['prices'] })
  const first = await stream.next('prices')
  await sim.clock.advance('1s')
  const second = await stream.next('prices')
  expect((second?.originTs ?? 0) - (first?.originTs ?? 0)).toBe(1000)
  stream.close()
  expect(await stream.closed).toMatchObject({ code: 1000 })
  await sim.loadScenario({ rules: [{ match: { endpoint: 'stream' }, fault: { status: 503 } }] })
  await expect(sim.stream('arbitrum')).rejects.toThrow(/the stream was refused: status 503: \{"/)
})

test('the address of a session connects to it; stop ends what was made', async () => {
  const own = await there.session({ id: 'child' })
  const inChild = await connect(own.env['GMX_SIM_URL'])
  expect([inChild.id, inChild.baseUrls]).toEqual(['child', own.baseUrls])
  const made = await inChild.session()
  await inChild.stop()
  await expect(made.clock.now()).rejects.toThrow('does not exist')
  await own.clock.now()
  await there.stop()
  await expect(own.clock.now()).rejects.toThrow('does not exist')
  expect(await ping(here.baseUrl('arbitrum'))).toBe(200)
})

test('mistakes are named', async () => {
  await expect(connect(here.url, { tokn: 'x' } as object)).rejects.toThrow('tokn; did you mean token?')
  await expect(connect(here.baseUrl('arbitrum'))).rejects.toThrow('the address in the ready line')
  await expect(there.session({ seed: '1', clock: { rate: -1 } })).rejects.toThrow('POST /sessions')
  expect(() => there.baseUrl('arbitrun')).toThrow('did you mean arbitrum?')
  await expect(there.price('ETHX')).rejects.toThrow('did you mean ETH?')
  expect(() => matchers.toHaveReceived(there as never)).toThrow('await sim.journal.count')
})

test('a token is sent', async () => {
  await using guarded = await startSimulator({ controlToken: 'secret-token' })
  await expect(connect(guarded.url)).rejects.toThrow('token')
  const sim = await connect(guarded.url, { token: 'secret-token' })
  expect(await sim.clock.now()).toEqual(guarded.clock.now())
  await using session = await sim.session()
  expect(await session.clock.now()).toEqual(guarded.clock.now())
})
