import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHonouredRetryAfter, assertReceived, simulate } from 'gmx-sim/node-test'
import { PriceClient } from './client.js'

const basesOf = (sim) => [sim.baseUrl('arbitrum'), sim.baseUrl('arbitrum', 'fallback')]
/** Over a connection, as in earnest. */
const clientOf = (sim) => new PriceClient(basesOf(sim))
/**
 * In process, with the same replies and failures: Node's own fetch keeps timers from one test to the next, which
 * node:test takes for those of the other.
 */
const clientInProcess = (sim) => new PriceClient(basesOf(sim), sim.fetch)

test('all is well: the primary answers', async (t) => {
  const sim = await simulate(t)
  assert.deepEqual(await clientOf(sim).tickers(), await sim.ask('arbitrum', 'tickers'))
  assertReceived(sim, { base: 'fallback' }, { times: 0 })
})

test('the primary resets connections: the fallback answers', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, fault: { reset: 'before' } }] },
  })
  assert.deepEqual(await clientOf(sim).tickers(), await sim.ask('arbitrum', 'tickers'))
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 1 })
})

test('the primary hangs: the fallback answers once the timeout is over, which takes a moment here', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ match: { base: 'primary' }, fault: { hang: true } }] },
  })
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
  const asked = clientInProcess(sim).tickers()
  await sim.advance('6s', { timers: t.mock.timers })
  await asked
  assertReceived(sim, { base: 'fallback', status: 200 }, { times: 1 })
})

test('both limit the rate for a minute: it waits as long as it is told to, and comes back', async (t) => {
  const sim = await simulate(t, {
    scenario: { rules: [{ when: { until: '60s' }, fault: { status: 429, retryAfter: '20s' } }] },
  })
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: sim.clock.now() })
  const asked = clientInProcess(sim).tickers()
  await sim.advance('65s', { timers: t.mock.timers })
  await asked
  assertReceived(sim, { status: 429 }, { times: 6 })
  assertHonouredRetryAfter(sim)
})
