/** Connections that are refused: a port that is really closed, for as long as virtual time says. */
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { BUILT_IN, NETWORKS } from '../../../src/market/catalogue/networks.js'
import { checkScenarioValue } from '../../../src/scenario/read/read.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { hasCurl, seenByCurl, seenByFetch, seenBySocket } from '../../support/clients.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { catalogue } from '../../support/prices.js'
import { load, oneRule, startUnder, type Written } from '../../support/scenario.js'
import { startTestSimulator, type Typed } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const REFUSED = 'fetch failed ECONNREFUSED'
const SPLIT: Typed = { splitPorts: 'true' }

let simulator: RunningSimulator
afterEach(() => simulator?.stop())

const start = async (more?: Written, typed: Typed = {}) => {
  simulator = await startUnder(oneRule({ refuse: true }, more), { ...SPLIT, ...typed })
}
const urlOf = (network: 'arbitrum' | 'botanix' = 'arbitrum', base: 'primary' | 'fallback' = 'primary') =>
  `${simulator.baseUrls[network][base]}/ping`
const seen = () => seenByFetch(urlOf())
const advance = (ms: number) => {
  simulator.session.clock.advance(ms)
  return simulator.session.settled()
}

test('fetch, a raw socket and curl see a refused connection; the journal has no entry', async () => {
  await start({ match: { network: 'arbitrum', base: 'primary' } })
  expect(await seen()).toBe(REFUSED)
  expect(await seenBySocket(urlOf())).toMatchObject({ text: '', end: 'RST' })
  if (hasCurl()) expect((await seenByCurl(urlOf())).exit).toBe(7)
  expect(simulator.session.journal.count()).toBe(0)
})

test('refuses only the named network and base; the main port still serves it by prefix', async () => {
  await start({ match: { network: ['arbitrum', 'avalanche'], base: 'fallback' } })
  const refused: string[] = []
  for (const { network, base, prefix } of NETWORKS.flatMap((network) => BUILT_IN.of(network, 1))) {
    if ((await seenByFetch(`${simulator.baseUrls[network][base]}/ping`)) === REFUSED) refused.push(prefix)
    expect(await seenByFetch(`${simulator.url}/${prefix}/ping`)).toBe('200')
  }
  expect(refused).toEqual(['arbitrum-fallback', 'avalanche-fallback'])
  expect(simulator.session.journal.count({ rule: 'r' })).toBe(0)
})

test('a clock that is set, or a snapshot that is restored, closes and opens it', async () => {
  await start({ when: { after: '10s', until: '30s' } })
  const states: string[] = []
  for (const step of [0, 9_999, 1, 19_999, 1]) {
    await advance(step)
    states.push(await seen())
  }
  expect(states).toEqual(['200', '200', REFUSED, REFUSED, '200'])
  // The same port, which takes keep-alive connections as before.
  expect(await Promise.all(Array.from({ length: 20 }, seen))).toEqual(Array(20).fill('200'))
  const open = simulator.session.snapshot()
  await advance(-10_000)
  expect(await seen()).toBe(REFUSED)
  simulator.session.restore(open)
  await simulator.session.settled()
  expect(await seen()).toBe('200')
})

test('existing connections end, with their held requests', async () => {
  simulator = await startTestSimulator(SPLIT)
  load(simulator.session, {
    rules: [
      { when: { after: '1s' }, fault: { refuse: true } },
      { id: 'held', fault: { hang: true } },
    ],
  })
  const asked = seenByFetch(urlOf(), { signal: AbortSignal.timeout(PATIENCE_MS) })
  await until(() => expect(simulator.session.waits.held).toBe(1))
  await advance(1000)
  expect(await asked).toMatch(/^fetch failed (UND_ERR_SOCKET|ECONNRESET)$/)
  await until(() => expect(simulator.session.waits.held).toBe(0))
})

test.each([
  ['a real clock closes it', { clock: 'real' }, { after: '150ms' }, REFUSED, 150],
  ['a clock that runs 60 times as fast opens it', { clock: '60x' }, { until: '9s' }, '200', 9000],
])('%s by itself, and not before its time', async (_what, typed, when, then, ms) => {
  await start({ when }, typed)
  await until(async () => expect(await seen()).toBe(then))
  const { session } = simulator
  expect(session.nowMs() - (session.scenario?.loadedAtMs ?? 0)).toBeGreaterThanOrEqual(ms)
})

test('another scenario opens it, the same one again closes it', async () => {
  await start()
  expect(await seen()).toBe(REFUSED)
  simulator.session.loadScenario(undefined)
  await simulator.session.settled()
  expect(await seen()).toBe('200')
  load(simulator.session, oneRule({ refuse: true }, { match: { network: 'botanix' } }))
  await simulator.session.settled()
  expect([await seen(), await seenByFetch(urlOf('botanix'))]).toEqual(['200', REFUSED])
  simulator.session.reset()
  await simulator.session.settled()
  expect(await seenByFetch(urlOf('botanix'))).toBe('200')
})

test('connect: hang accepts nothing, and then everything again on the same port', async () => {
  await start()
  load(simulator.session, oneRule({ connect: 'hang' }, { match: { network: 'arbitrum', base: 'primary' } }))
  await simulator.session.settled()
  const socket = connect(Number(new URL(urlOf()).port), '127.0.0.1')
  const other = urlOf('arbitrum', 'fallback')
  expect([await seenByFetch(other), await seenByFetch(other)]).toEqual(['200', '200'])
  expect(socket.connecting).toBe(true)
  socket.destroy()
  load(simulator.session, {})
  await simulator.session.settled()
  expect(await seen()).toBe('200')
})

test.each([
  [{ match: { endpoint: 'ping' } }, 'endpoint'],
  [{ match: { query: { period: '1m' } } }, 'query'],
  [{ match: { header: { 'x-a': '1' } } }, 'header'],
  [{ match: { method: 'GET' } }, 'method'],
  [{ when: { calls: 3 } }, 'calls'],
  [{ when: { every: 2 } }, 'every'],
  [{ when: { times: 2 } }, 'times'],
  [{ when: { chance: 0.5 } }, 'chance'],
  [{ fault: { refuse: true, delay: '1s' } }, 'delay'],
])('%o, which needs a request, is rejected with it', async (more, key) => {
  const check = () => checkScenarioValue({ rules: [{ fault: { refuse: true }, ...more }] }, catalogue)
  expect(check).toThrow(key)
  expect(check).toThrow(/as refuse uses network, base, after and until only/)
})

describe('without ports of their own', () => {
  test('loading it is one clear error with exit code 3, and the previous scenario stays', async () => {
    simulator = await startUnder(oneRule({ status: 503 }))
    expect(() => load(simulator.session, oneRule({ refuse: true }))).toThrow(
      expect.objectContaining({
        exitCode: 3,
        message: expect.stringMatching(/rule r; start with --split-ports/),
      }),
    )
    expect((await fetch(`${simulator.url}/arbitrum/ping`)).status).toBe(503)
  })
})
