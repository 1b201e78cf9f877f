/** Requests that are held (hang, delay, drip): what frees them, and that nothing of them stays behind. */
import { get } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { PATIENCE_MS } from '../support/patience.js'
import { load, oneRule, startUnder, type Written } from '../support/scenario.js'
import { until } from '../support/until.js'

const running: RunningSimulator[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(running.splice(0).map((one) => one.stop()))
})
async function start(scenario: Written): Promise<RunningSimulator> {
  const one = await startUnder(scenario)
  running.push(one)
  return one
}

const HOLDS: readonly Written[] = [{ hang: true }, { delay: '9s' }, { drip: { bytesPerSecond: 1 } }]
const cases = HOLDS.map((fault) => [Object.keys(fault)[0], fault] as const)

const ask = ({ url }: RunningSimulator, init?: RequestInit) =>
  fetch(`${url}/arbitrum/tokens`, init).then(
    async (reply) => `${reply.status} ${reply.headers.get('x-gmx-sim-rule')} ${(await reply.text()).length}`,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
  )
/** No timer runs any more, so that what ends does not end by itself. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const held = ({ session }: RunningSimulator, count: number) =>
  until(() => expect(session.waits.held).toBe(count))

/** Without moving the timers, as `held` does; for as long as a test may take. */
async function turnsUntilHeld({ session }: RunningSimulator): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS)
  while (session.waits.held === 0) {
    giveUp.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe.each(cases)('%s', (name, fault) => {
  test.each<[string, Written | undefined]>([
    ['the same scenario', oneRule(fault)],
    ['no scenario at all', undefined],
  ])('%s frees it: the connection is closed, or the reply comes at once and whole', async (_what, next) => {
    const simulator = await start(oneRule(fault))
    const { session } = simulator
    const whole = (await ask(await start({}))).split(' ')[2]
    stopTimers()
    const asked = ask(simulator)
    await held(simulator, 1)
    if (next === undefined) session.loadScenario(undefined)
    else load(session, next)
    expect(await asked).toBe(name === 'hang' ? 'UND_ERR_SOCKET' : `200 r ${whole}`)
    expect(session.waits.held).toBe(0)
  })

  test('a client that goes away leaves nothing behind', async () => {
    const simulator = await start(oneRule(fault))
    const gone = new AbortController()
    const asked = ask(simulator, { signal: gone.signal }).catch((error: Error) => error.name)
    await held(simulator, 1)
    gone.abort()
    expect(await asked).toBe('AbortError')
    await held(simulator, 0)
    expect(simulator.session.journal.count({ rule: 'r' })).toBe(1)
  })

  test('stop ends it', async () => {
    const simulator = await start(oneRule(fault))
    stopTimers()
    const asked = Promise.all([1, 2].map(() => ask(simulator).catch(() => 'ended')))
    await held(simulator, 2)
    await simulator.stop()
    for (const seen of await asked) expect(seen).not.toMatch(/^\d/)
    expect(simulator.session.waits.held).toBe(0)
  })
})

test('a delayed reply describes the instant of the request', async () => {
  const simulator = await start(oneRule({ delay: '9s' }))
  const tickersOf = async ({ url }: RunningSimulator) => (await fetch(`${url}/botanix/prices/tickers`)).text()
  const asked = tickersOf(simulator)
  await held(simulator, 1)
  simulator.session.clock.advance(3_600_000)
  load(simulator.session, {})
  expect(await asked).toBe(await tickersOf(await start({})))
})

test('a delay takes as long as it says at least, a drawn one as long as it was drawn', async () => {
  const simulator = await start(oneRule({ delay: '120ms' }))
  await ask(simulator)
  load(simulator.session, oneRule({ delay: { from: '30ms', to: '60ms' } }))
  for (let n = 0; n < 5; n++) await ask(simulator)
  const [first, ...drawn] = simulator.session.journal.entries().map(({ ms }) => ms as number)
  expect(first).toBeGreaterThan(118)
  expect(drawn).toHaveLength(5)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(29)
})

test('tickers, signed prices and candles time out after 10 s, all others after a minute', () => {
  const after = (ms: number) => ENDPOINTS.filter(({ timeoutMs }) => timeoutMs === ms).map(({ id }) => id)
  expect(after(10_000)).toEqual(['tickers', 'signed-prices', 'candles', 'api-ohlcv'])
  expect(after(60_000)).toHaveLength(ENDPOINTS.length - 4)
})

const HOUR_MS = 3_600_000
test.each([
  [{ delay: '10s', status: 500 }, 'arbitrum/prices/tickers', 10_000, '504 {"errors":["timeout"]}', 'timeout'],
  [{ delay: '1h' }, 'arbitrum/markets', 60_000, '504 {"errors":["timeout"]}', 'timeout'],
  [{ delay: '1h' }, 'arbitrum-api/v1/pairs', 60_000, '504 {"message":"timeout",', 'timeout'],
  [{ delay: '1h', routeTimeout: 'off' }, 'arbitrum/ping', HOUR_MS, '200 {"ok":true}', 'delay'],
  [{ delay: '1h', routeTimeout: 'off', status: 500 }, 'arbitrum/tokens', HOUR_MS, '500 {"errors":', 'status'],
])('%j at %s: after %i ms %s, no sooner', async (fault, path, ms, expected, outcome) => {
  const simulator = await start(oneRule(fault))
  stopTimers()
  let answered = false
  const reply = new Promise<string>((resolve, reject) => {
    const request = get(`${simulator.url}/${path}`, async (reply) => {
      answered = true
      resolve(`${reply.statusCode} ${Buffer.concat(await reply.toArray())}`)
    })
    request.on('error', reject)
  })
  await turnsUntilHeld(simulator)
  await vi.advanceTimersByTimeAsync(ms - 1)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reply).toContain(expected)
  expect(simulator.session.journal.entries()).toMatchObject([
    { rule: 'r', status: Number(expected.slice(0, 3)), outcome },
  ])
})

test('a hang outlasts the route timeout', async () => {
  const simulator = await start(oneRule({ hang: true }))
  stopTimers()
  const request = get(`${simulator.url}/arbitrum/prices/tickers`, () => expect.unreachable())
  request.on('error', () => {})
  await turnsUntilHeld(simulator)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(simulator.session.waits.held).toBe(1)
})

test('virtual time frees no held request: waits are real time', async () => {
  const simulator = await start(oneRule({ hang: true }, { when: { until: '10s' } }))
  const { clock, waits } = simulator.session
  const asked = ask(simulator)
  await held(simulator, 1)
  clock.advance(HOUR_MS)
  expect(waits.held).toBe(1)
  expect(await ask(simulator)).toMatch(/^200 null/)
  simulator.session.loadScenario(undefined)
  await asked
})
