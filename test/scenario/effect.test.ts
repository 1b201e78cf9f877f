/** Declared effect of faults on clients, by options and by the reply that they change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS, type Dialect, methodsOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS, type ServedEndpointId } from '../../src/api/endpoints/index.js'
import { defineFault } from '../../src/scenario/define.js'
import { effectOf, effectOfCode, isEffective, outcomeClassUnder } from '../../src/scenario/effect.js'
import { faultOf } from '../../src/scenario/faults/index.js'
import { POISON_NAMES } from '../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { POISONED_PATHS } from '../support/poisoned.js'
import { catalogue } from '../support/prices.js'
import { problemsOf, rule } from '../support/problems.js'
import { sampled } from '../support/runs.js'
import { load, oneRule, type Written } from '../support/scenario.js'
import { exampleOf, startTestSimulator } from '../support/simulator.js'

test.each([
  [{ status: 503 }, 200, 'error', null],
  [{ status: 200, body: [] }, 200, 'wrong', 'poisoned'],
  [{ status: 200, body: '[]' }, 200, 'wrong', 'poisoned'],
  [{ status: 200, body: '<h1>down</h1>' }, 200, 'broken', null],
  [{ status: 200 }, 200, 'broken', null],
  [{ status: 204, body: [] }, 204, 'broken', null],
  [{ status: 302, headers: { location: '/' } }, 302, 'wrong', 'poisoned'],
  [{ malformed: 'json' }, 200, 'broken', null],
  [{ malformed: 'garbage' }, null, 'broken', null],
  [{ hang: true }, null, 'silent', null],
  [{ truncate: 0.5 }, 404, 'broken', null],
  [{ drip: { bytesPerSecond: 10 } }, 200, 'good', null],
  [{ drip: { bytesPerSecond: 10 } }, 404, 'error', null],
  [{ stale: 6000 }, 200, 'wrong', 'stale'],
  [{ partial: 0.5 }, 200, 'wrong', 'partial'],
  [{ poison: 'zero' }, 200, 'wrong', 'poisoned'],
  [{ delay: 200 }, 200, 'good', null],
] as const)('%j on a reply with status %s is %s', (options, status, met, flaw) => {
  expect(effectOf(faultOf(options), options, status)).toEqual({ met, flaw })
})

test.each([
  [{ delay: 30_000 }, ['tickers'], 'error'],
  [{ delay: 30_000, stale: 6000 }, ['tickers'], 'error'],
  [{ delay: 30_000, hang: true }, ['tickers'], 'error'],
  [{ delay: 30_000 }, ['tickers', 'ping'], 'good'],
  [{ delay: 9_999 }, ['tickers'], 'good'],
  [{ delay: { from: 10_000, to: 11_000 } }, ['tickers'], 'error'],
  [{ delay: { from: 1000, to: 11_000 } }, ['tickers'], 'good'],
  [{ delay: 30_000, routeTimeout: 'off' }, ['tickers'], 'good'],
] as const)('a rule with %j for %j: %s', (fault, endpoint, met) => {
  expect(outcomeClassUnder({ fault, match: { endpoint } })).toBe(met)
})

test('an edit that keeps the body has no effect, and one that turns it into text breaks it', () => {
  const fault = faultOf({ reply: () => undefined })
  if (fault === undefined) throw new Error('no fault has code')
  const original = { status: 200, body: Buffer.from('[1]'), asOfMs: 0 }
  const effect = (text: string, status = 200) =>
    effectOfCode(fault, {}, { ...original, status, body: Buffer.from(text) }, original)
  expect(effectOfCode(fault, {}, { ...original, headers: {} }, original)).toEqual({ met: 'good', flaw: null })
  expect(effect('[2]')).toEqual({ met: 'wrong', flaw: 'poisoned' })
  expect(effect('<h1>')).toEqual({ met: 'broken', flaw: null })
  expect(effect('<h1>', 503)).toEqual({ met: 'error', flaw: null })
  expect(effect('', 302)).toEqual({ met: 'wrong', flaw: 'poisoned' })
  const failed = { ...original, status: 404 }
  expect(effectOfCode(fault, {}, { ...failed, status: 200 }, failed)).toEqual({
    met: 'wrong',
    flaw: 'poisoned',
  })
})

test('a fault without an outcome class, or without a flaw, does not compile', () => {
  const rest = {
    key: 'odd',
    about: '',
    examples: [],
    shape: () => ({}),
    inWords: () => '',
    stage: { on: 'port' },
  } as const
  // @ts-expect-error outcomeClass is missing
  defineFault({ ...rest, flaw: null })
  // @ts-expect-error flaw is missing
  defineFault({ ...rest, outcomeClass: 'good' })
})

const served = {} as Record<Dialect, RunningSimulator>
beforeAll(async () => {
  for (const dialect of DIALECTS) served[dialect] = await startTestSimulator({ dialect })
})
afterAll(() => Promise.all(Object.values(served).map((simulator) => simulator.stop())))

async function ask({ session, url }: RunningSimulator, path: string, fault?: Written, method = 'GET') {
  load(session, fault === undefined ? {} : oneRule(fault))
  // A network of few rows; only Arbitrum's vaults have names.
  const network = path.startsWith('/glvs') ? 'arbitrum' : 'avalanche'
  const reply = await fetch(`${url}/${network}${/^\/v\d\//.test(path) ? '-api' : ''}${path}`, { method })
  const isAnnounced = reply.headers.has('x-gmx-sim-rule')
  return { text: JSON.stringify(await reply.json()), isAnnounced }
}

const { markets } = catalogue.networks.avalanche
const EDITS: readonly Written[] = [
  ...POISON_NAMES.map((poison) => ({ poison })),
  ...['flipped', 'wrongSigner', 'staleBlocks', 'reorgedHash'].map((signature) => ({ signature })),
  { partial: 0.5 },
  { partial: { omit: ['ETH', markets[0].name, markets[1].marketToken, 'GLV [ETH-USDC]'] } },
  ...DIALECTS.map((dialect) => ({ dialect })),
]
/** In the fast lane a third of the edits, others at each endpoint and dialect. */
const editsAt = (endpoint: number, dialect: number) => sampled(EDITS, 3, endpoint + dialect)

describe.each(DIALECTS)('%s', (dialect) => {
  test.each(ENDPOINTS)(
    '$id: what can act does, what cannot does not and is not announced',
    async (endpoint) => {
      const path = POISONED_PATHS[endpoint.id] ?? exampleOf(endpoint, 'avalanche')
      const [method] = methodsOf(endpoint)
      const plain = await ask(served[dialect], path, undefined, method)
      for (const options of editsAt(ENDPOINTS.indexOf(endpoint), DIALECTS.indexOf(dialect))) {
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
      /write some of tickers, signed-prices, candles, prices-24h, api-tokens-info, api-markets-tickers, api-prices-tickers, api-ohlcv, api-pairs, stream as the endpoint$/,
    ],
    [of('markets-info', 'poison: minAboveMax'), /changes nothing/],
    [of('candles', 'poison: number'), /changes nothing/],
    [of('ping', 'poison: zero'), /changes nothing/],
    [of('ping', 'partial: 0.5'), /partial changes nothing in replies of ping/],
    [of('candles', 'partial: { omit: [ETH] }'), /changes nothing/],
    [of('tickers', 'signature: flipped'), /write signed-prices as the endpoint$/],
    [of('stream', 'drop: 0s'), /write a duration such as 30s, or now/],
    [of('ping', 'headers: {}'), /write at least one header/],
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
