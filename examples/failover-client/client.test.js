import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHonouredRetryAfter, assertReceived, simulate } from 'gmx-sim/node-test'
import { InvalidQuery, PriceClient } from './client.js'

const basesOf = (sim) => [sim.baseUrl('arbitrum'), sim.baseUrl('arbitrum', 'fallback')]
/** Over sockets; prices age by the simulator's clock. */
const clientOf = (sim, { signal }) => new PriceClient(basesOf(sim), { now: () => sim.clock.now(), signal })
/** In process, with the same replies and failures: timers of Node's fetch would survive into the next test's fake ones. */
const clientInProcess = (sim, { signal }) => new PriceClient(basesOf(sim), { fetch: sim.fetch, signal })

test('healthy: the primary answers', async (t) => {
  const sim = await simulate(t)
  assert.deepEqual(await clientOf(sim, t).tickers(), await sim.ask('arbitrum', 'tickers'))
  assertReceived(sim, { base: 'fallback' }, { times: 0 })
})

test('the primary resets connections: the fallback answers', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, fault: { reset: 'before' } }] },
  })
  assert.deepEqual(await clientOf(sim, t).tickers(), await sim.ask('arbitrum', 'tickers'))
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 1 })
})

test('the primary hangs: the fallback answers after the timeout, without waiting here', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, fault: { hang: true } }] },
  })
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
  const asked = clientInProcess(sim, t).tickers()
  await sim.advance('6s', { timers: t.mock.timers })
  await asked
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 1 })
})

test('both bases limit the rate for a minute: it honours Retry-After and recovers', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ when: { until: '60s' }, fault: { status: 429, retryAfter: '20s' } }] },
  })
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
  const client = clientInProcess(sim, t)
  await assert.rejects(client.tickers(), /answered 429/)
  await sim.advance('80s', { timers: t.mock.timers })
  await client.tickers()
  assertReceived(sim, { status: 429 }, { times: 6 })
  assertHonouredRetryAfter(sim)
})

test('the primary is used again after three good probes, not the first', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, when: { until: '1s' }, fault: { status: 503 } }] },
  })
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
  const client = clientInProcess(sim, t)
  await client.tickers()
  await sim.advance('10s', { timers: t.mock.timers })
  await client.tickers()
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 2 })
  await sim.advance('5s', { timers: t.mock.timers })
  await client.tickers()
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 2 })
})

for (const [name, fault] of [
  ['are stale', { stale: '30s' }],
  ['lack tokens', { partial: 0.5 }],
  ['are zero', { poison: 'zero' }],
  ['are from the future', { poison: 'future' }],
  ['are a thousand times too high', { poison: 'scale' }],
])
  test(`the primary's prices ${name}: the fallback's are used`, async (t) => {
    const sim = await simulate(t)
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
    const client = clientInProcess(sim, t)
    await client.tickers()
    await sim.loadScenario({ rules: [{ match: { base: 'primary' }, fault }] })
    assert.deepEqual(await client.tickers(), await sim.ask('arbitrum', 'tickers'))
    assertReceived(sim, { base: 'fallback', status: 200 }, { times: 1 })
  })

test('an invalid query is not retried, and marks no base as down', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, when: { calls: 1 }, fault: { status: 400 } }] },
  })
  const client = clientInProcess(sim, t)
  await assert.rejects(client.tickers(), InvalidQuery)
  assertReceived(sim, {}, { times: 1 })
})
