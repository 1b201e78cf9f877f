/** Requests that are held (hang, delay, drip): what frees them, and that nothing of them stays behind. */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { PATIENCE_MS } from '../support/patience.js'
import { load, oneRule, startUnder, type Written } from '../support/scenario.js'
import { exampleOf, homeOf } from '../support/simulator.js'
import { until } from '../support/until.js'

let simulator: RunningSimulator
afterEach(async () => {
  vi.useRealTimers()
  await simulator.stop()
})

const HOLDS: readonly Written[] = [{ hang: true }, { delay: '9s' }, { drip: { bytesPerSecond: 1 } }]
const cases = HOLDS.map((fault) => [Object.keys(fault)[0], fault] as const)

const ask = (init?: RequestInit) =>
  fetch(`${simulator.url}/arbitrum/tokens`, init).then(
    async (reply) => `${reply.status} ${reply.headers.get('x-gmx-sim-rule')} ${(await reply.text()).length}`,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
  )
/** No timer runs any more, so that what ends does not end by itself. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const held = (count: number) => until(() => expect(simulator.session.waits.held).toBe(count))

/** Without moving the timers, as `held` does; for as long as a test may take. */
async function turnsUntilHeld(): Promise<void> {
  const giveUp = AbortSignal.timeout(PATIENCE_MS)
  while (simulator.session.waits.held === 0) {
    giveUp.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe.each(cases)('%s', (name, fault) => {
  test.each([
    ['another scenario', { rules: [] }],
    ['the same scenario', oneRule(fault)],
    ['a scenario with a clock of its own', { clock: { at: '2026-04-01T00:00:00Z' } }],
  ])('%s frees it: the connection is closed, or the reply comes at once and whole', async (_what, next) => {
    simulator = await startUnder(oneRule(fault))
    const { url } = await startClean()
    const whole = (await (await fetch(`${url}/arbitrum/tokens`)).text()).length
    stopTimers()
    const asked = ask()
    await held(1)
    load(simulator.session, next)
    expect(await asked).toBe(name === 'hang' ? 'UND_ERR_SOCKET' : `200 r ${whole}`)
    expect(simulator.session.waits.held).toBe(0)
  })

  test('no scenario at all frees it, too', async () => {
    simulator = await startUnder(oneRule(fault))
    stopTimers()
    const asked = ask()
    await held(1)
    simulator.session.loadScenario(undefined)
    expect(await asked).toMatch(name === 'hang' ? /UND_ERR_SOCKET/ : /^200 r/)
  })

  test('a client that goes away leaves nothing behind', async () => {
    simulator = await startUnder(oneRule(fault))
    const gone = new AbortController()
    const asked = ask({ signal: gone.signal }).catch((error: Error) => error.name)
    await held(1)
    gone.abort()
    expect(await asked).toBe('AbortError')
    await held(0)
    expect(simulator.session.journal.count({ rule: 'r' })).toBe(1)
  })

  test('stop ends it', async () => {
    simulator = await startUnder(oneRule(fault))
    stopTimers()
    const asked = Promise.all([ask(), ask()].map((one) => one.catch(() => 'ended')))
    await held(2)
    await simulator.stop()
    for (const seen of await asked) expect(seen).not.toMatch(/^\d/)
    expect(simulator.session.waits.held).toBe(0)
  })
})

const clean: RunningSimulator[] = []
afterEach(async () => {
  await Promise.all(clean.splice(0).map((one) => one.stop()))
})
async function startClean(): Promise<RunningSimulator> {
  const one = await startUnder({})
  clean.push(one)
  return one
}

test('500 requests in a delay are all freed and answered when the scenario is replaced', async () => {
  simulator = await startUnder(oneRule({ delay: '9s' }))
  stopTimers()
  const agent = new Agent({ maxSockets: 1000 })
  const asked = Array.from(
    { length: 500 },
    () =>
      new Promise<number | string>((resolve) => {
        const request = get(`${simulator.url}/arbitrum/ping`, { agent }, (reply) => {
          reply.on('end', () => resolve(reply.statusCode ?? 0)).resume()
        })
        request.on('error', ({ message }) => resolve(message))
      }),
  )
  await held(500)
  load(simulator.session, {})
  await held(0)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  agent.destroy()
})

test('a delayed reply describes the instant of the request', async () => {
  simulator = await startUnder(oneRule({ delay: '9s' }))
  const path = '/arbitrum/prices/tickers'
  const asked = fetch(`${simulator.url}${path}`).then((reply) => reply.text())
  await held(1)
  simulator.session.clock.advance(3_600_000)
  const { url } = await startClean()
  load(simulator.session, {})
  expect(await asked).toBe(await (await fetch(`${url}${path}`)).text())
})

test('a delay takes about as long as it says, a drawn one as long as it was drawn', async () => {
  simulator = await startUnder(oneRule({ delay: '120ms' }))
  const time = async () => {
    const started = performance.now()
    await ask()
    return performance.now() - started
  }
  expect(await time()).toBeGreaterThan(118)
  load(simulator.session, oneRule({ delay: { from: '30ms', to: '60ms' } }))
  for (let n = 0; n < 5; n++) expect(await time()).toBeGreaterThan(29)
  const latencies = simulator.session.journal.entries().map(({ ms }) => ms as number)
  expect(latencies).toHaveLength(6)
  expect(Math.min(...latencies)).toBeGreaterThanOrEqual(29)
})

test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: a delay beyond the route timeout ends with 504 at the timeout',
  async (_id, endpoint) => {
    simulator = await startUnder(oneRule({ delay: '1h', status: 500 }))
    stopTimers()
    let answered = false
    const reply = new Promise<string>((resolve, reject) => {
      const request = get(
        `${simulator.url}/${homeOf(endpoint, 'arbitrum')}${exampleOf(endpoint)}`,
        async (reply) => {
          answered = true
          const body = await reply.toArray()
          resolve(`${reply.statusCode} ${Buffer.concat(body)}`)
        },
      )
      request.on('error', reject)
    })
    await turnsUntilHeld()
    await vi.advanceTimersByTimeAsync(endpoint.timeoutMs - 1)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await reply).toContain(
      homeOf(endpoint, 'arbitrum') === 'arbitrum'
        ? '504 {"errors":["timeout"]}'
        : '504 {"message":"timeout",',
    )
    expect(simulator.session.journal.entries()).toMatchObject([
      { rule: 'r', status: 504, outcome: 'timeout' },
    ])
  },
)

test.each([
  [{ delay: '1h', routeTimeout: 'off' }, 200],
  [{ delay: '1h', routeTimeout: 'off', status: 500 }, 500],
])('%j outlasts the route timeout', async (fault, status) => {
  simulator = await startUnder(oneRule(fault))
  stopTimers()
  let seen: number | undefined
  const request = get(`${simulator.url}/arbitrum/prices/tickers`, (reply) => {
    seen = reply.resume().statusCode
  })
  const ended = once(request, 'response')
  await turnsUntilHeld()
  await vi.advanceTimersByTimeAsync(3_600_000 - 1)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(seen).toBe(status)
})

test('a hang outlasts the route timeout', async () => {
  simulator = await startUnder(oneRule({ hang: true }))
  stopTimers()
  const request = get(`${simulator.url}/arbitrum/prices/tickers`, () => expect.unreachable())
  request.on('error', () => {})
  await turnsUntilHeld()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(simulator.session.waits.held).toBe(1)
})

test('virtual time frees no held request: waits are real time', async () => {
  simulator = await startUnder(oneRule({ hang: true }, { when: { until: '10s' } }))
  const asked = ask()
  await held(1)
  simulator.session.clock.advance(3_600_000)
  expect(simulator.session.waits.held).toBe(1)
  expect(await ask()).toMatch(/^200 null/)
  simulator.session.loadScenario(undefined)
  await asked
})

const OUTCOMES: readonly (readonly [string, Written, string])[] = [
  ['hang', { hang: true }, 'UND_ERR_SOCKET'],
  ['drip', { drip: { bytesPerSecond: 1 } }, '200'],
]

test.each(OUTCOMES)('a delayed %s is freed once', async (_name, outcome, seen) => {
  simulator = await startUnder(oneRule({ delay: '9s', ...outcome }))
  const asked = fetch(`${simulator.url}/arbitrum/tokens`).then(
    async (reply) => `${reply.status}${(await reply.text()).slice(0, 0)}`,
    (error: { cause: { code: string } }) => error.cause.code,
  )
  await until(() => expect(simulator.session.waits.held).toBe(1))
  simulator.session.loadScenario(undefined)
  expect(await asked).toBe(seen)
  expect(simulator.session.waits.held).toBe(0)
})
