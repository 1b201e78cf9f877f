/** Faults that can change nothing: refused where that is known beforehand, otherwise not announced as if they had. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS, type Dialect, methodsOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS, type ServedEndpointId } from '../../src/api/endpoints/index.js'
import { faultOf } from '../../src/scenario/faults/index.js'
import { POISON_NAMES } from '../../src/scenario/faults/poison.js'
import { isEffective } from '../../src/scenario/idle-faults.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { POISONED_PATHS } from '../support/poisoned.js'
import { problemsOf, rule } from '../support/problems.js'
import { load, oneRule, type Written } from '../support/scenario.js'
import { exampleOf, startTestSimulator } from '../support/simulator.js'

const served = {} as Record<Dialect, RunningSimulator>
beforeAll(async () => {
  for (const dialect of DIALECTS) served[dialect] = await startTestSimulator({ dialect })
})
afterAll(() => Promise.all(Object.values(served).map((simulator) => simulator.stop())))

async function ask({ session, url }: RunningSimulator, path: string, fault?: Written, method = 'GET') {
  load(session, fault === undefined ? {} : oneRule(fault))
  const reply = await fetch(`${url}/${path.startsWith('/v1/') ? 'arbitrum-api' : 'arbitrum'}${path}`, {
    method,
  })
  const isAnnounced = reply.headers.has('x-gmx-sim-rule')
  return { text: JSON.stringify(await reply.json()), isAnnounced }
}

const EDITS: readonly Written[] = [
  ...POISON_NAMES.map((poison) => ({ poison })),
  ...['flipped', 'wrongSigner', 'staleBlocks', 'reorgedHash'].map((signature) => ({ signature })),
  { partial: 0.5 },
  {
    partial: {
      omit: ['ETH', 'BTC/USD [BTC-USDC]', '0x47c031236e19d024b42f8AE6780E44A573170703', 'GLV [ETH-USDC]'],
    },
  },
  ...DIALECTS.map((dialect) => ({ dialect })),
]

describe.each(DIALECTS)('%s', (dialect) => {
  test.each(ENDPOINTS)(
    '$id: what can act does, what cannot does not and is not announced',
    async (endpoint) => {
      const path = POISONED_PATHS[endpoint.id] ?? exampleOf(endpoint)
      const [method] = methodsOf(endpoint)
      const plain = await ask(served[dialect], path, undefined, method)
      for (const options of EDITS) {
        const fault = faultOf(options)
        if (fault === undefined) throw new Error('no fault')
        const can = isEffective(fault, options, endpoint, dialect)
        const { text, isAnnounced } = await ask(served[dialect], path, options, method)
        expect([text !== plain.text, isAnnounced], JSON.stringify(options)).toEqual([can, can])
      }
    },
    60_000,
  )
})

test.each<[ServedEndpointId, Written]>([
  ['tickers', { partial: { omit: ['ETH'] } }],
  ['candles', { poison: 'gap' }],
])('%s: what finds nothing to change is not announced either', async (id, fault) => {
  const path = id === 'tickers' ? '/prices/tickers' : '/prices/candles?tokenSymbol=ETH&period=1m&limit=1'
  const { session, url } = served.documented
  session.clock.set({ mode: 'frozen', atMs: Date.parse(id === 'tickers' ? '1980-01-01' : '2026-03-01') })
  load(session, oneRule(fault))
  const reply = await fetch(`${url}/arbitrum${path}`)
  expect([reply.status, reply.headers.get('x-gmx-sim-rule')]).toEqual([200, null])
})

test.each([
  [{ poison: 'zero' }, '/prices/candles?tokenSymbol=NOPE&period=1m'],
  [{ malformed: 'json' }, '/prices/candles?tokenSymbol=NOPE&period=1m'],
  [{ stale: '6s' }, '/nothing'],
])('%o leaves an error as it is, and is not announced', async (fault, path) => {
  expect((await ask(served.documented, path, fault)).isAnnounced).toBe(false)
})

describe('a rule that can change nothing is refused', () => {
  const of = (endpoint: string, fault: string) =>
    rule(`{ match: { endpoint: ${endpoint} }, fault: { ${fault} } }`)
  test.each([
    [
      of('tickers', 'poison: gap'),
      /^2:\d+ poison: gap changes nothing in replies of tickers: write some of candles, rates, performance-snapshots, api-ohlcv, /,
    ],
    [of('[tickers, signed-prices]', 'poison: ascending'), /nothing in replies of tickers and signed-prices/],
    [
      of('rates', 'poison: minAboveMax'),
      /write some of tickers, signed-prices, candles, prices-24h, api-tokens-info, api-markets-tickers, api-ohlcv, api-pairs as the endpoint$/,
    ],
    [of('markets-info', 'poison: minAboveMax'), /changes nothing/],
    [of('candles', 'poison: number'), /changes nothing/],
    [of('ping', 'poison: zero'), /changes nothing/],
    [of('ping', 'partial: 0.5'), /partial changes nothing in replies of ping/],
    [of('candles', 'partial: { omit: [ETH] }'), /changes nothing/],
    [of('tickers', 'signature: flipped'), /write signed-prices as the endpoint$/],
    [of('candles', 'dialect: observed'), /dialect: observed changes nothing/],
    [
      `dialect: observed\n${rule('fault: { signature: flipped }')}`,
      /nothing in the observed dialect: leave the rule out, or/,
    ],
  ])('%s', async (text, message) => {
    expect(await problemsOf(text)).toEqual([expect.stringMatching(message)])
  })

  test('not where one of its endpoints can be changed', async () => {
    for (const text of [
      of('[tickers, candles]', 'poison: gap'),
      of('signed-prices', 'signature: flipped'),
      rule('fault: { poison: gap }'),
    ])
      await expect(problemsOf(text)).rejects.toThrow('no ScenarioError')
  })
})
