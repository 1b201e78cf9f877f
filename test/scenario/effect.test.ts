/** Declared effect of faults on clients, by options and by the reply that they change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS, type Dialect, methodsOf } from '../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../src/api/endpoints/index.js'
import { effectOf, effectOfCode, isEffective, outcomeClassUnder } from '../../src/scenario/effect.js'
import { faultOf } from '../../src/scenario/faults/index.js'
import { POISON_NAMES } from '../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import { POISONED_PATHS } from '../support/poisoned.js'
import { catalogue } from '../support/prices.js'
import { problemsOf, rule } from '../support/problems.js'
import { rowsOf } from '../support/rows.js'
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

const served = {} as Record<Dialect, RunningSimulator>
beforeAll(async () => {
  for (const dialect of DIALECTS) served[dialect] = await startTestSimulator({ dialect })
})
afterAll(() => Promise.all(Object.values(served).map((simulator) => simulator.stop())))

async function ask({ session, url }: RunningSimulator, path: string, fault?: Written, method = 'GET') {
  load(session, fault === undefined ? {} : oneRule(fault))
  // A network of few rows; only Arbitrum's vaults have names.
  const network = path.startsWith('/glvs') ? 'arbitrum' : 'botanix'
  const reply = await fetch(`${url}/${network}${/^\/v\d\//.test(path) ? '-api' : ''}${path}`, { method })
  return { text: JSON.stringify(await reply.json()), isAnnounced: reply.headers.has('x-gmx-sim-rule') }
}

const { markets } = catalogue.networks.botanix
const EDITS: readonly Written[] = [
  ...POISON_NAMES.map((poison) => ({ poison })),
  ...['flipped', 'wrongSigner', 'staleBlocks', 'reorgedHash'].map((signature) => ({ signature })),
  { partial: 0.5 },
  { partial: { omit: ['BTC', markets[0].name, markets[1].marketToken, 'GLV [ETH-USDC]'] } },
  ...DIALECTS.map((dialect) => ({ dialect })),
]

describe.each(DIALECTS)('%s', (dialect) => {
  test.each(ENDPOINTS)(
    '$id: what can act does, what cannot does not and is not announced',
    async (endpoint) => {
      const example = POISONED_PATHS[endpoint.id] ?? exampleOf(endpoint, 'botanix')
      const path = example.replace('=ETH&', '=BTC&')
      const [method] = methodsOf(endpoint)
      const plain = await ask(served[dialect], path, undefined, method)
      // In the fast lane a third of the edits, others at each endpoint and dialect.
      for (const options of sampled(EDITS, 3, ENDPOINTS.indexOf(endpoint) + DIALECTS.indexOf(dialect))) {
        const fault = faultOf(options)
        if (fault === undefined) throw new Error('no fault')
        const can = isEffective(fault, options, endpoint, dialect)
        const { text, isAnnounced } = await ask(served[dialect], path, options, method)
        expect([text !== plain.text, isAnnounced], JSON.stringify(options)).toEqual([can, can])
      }
    },
  )
})

const ERROR = '/prices/candles?tokenSymbol=NOPE&period=1m'
test.each<[Written, string]>([
  [{ partial: { omit: ['ETH'] } }, '/prices/tickers'],
  [{ poison: 'gap' }, '/prices/candles?tokenSymbol=BTC&period=1m&limit=1'],
  [{ poison: 'zero' }, ERROR],
  [{ malformed: 'json' }, ERROR],
  [{ stale: '6s' }, '/nothing'],
])('%o finds nothing to change in %s, and is not announced', async (fault, path) => {
  const plain = await ask(served.documented, path)
  expect(await ask(served.documented, path, fault)).toEqual({ text: plain.text, isAnnounced: false })
})

/** A rule that can change nothing, by endpoint and fault, and the end of its problem. */
const CHANGELESS = `
  tickers | poison: gap | poison: gap changes nothing in replies of tickers: write some of candles, rates, performance-snapshots, api-ohlcv,
  [tickers, signed-prices] | poison: ascending | nothing in replies of tickers and signed-prices
  rates | poison: minAboveMax | write some of tickers, signed-prices, candles, prices-24h, api-tokens-info, api-markets-tickers,
  candles | poison: number | changes nothing
  ping | partial: 0.5 | partial changes nothing in replies of ping
  candles | partial: { omit: [ETH] } | changes nothing
  tickers | signature: flipped | write signed-prices as the endpoint
  stream | drop: 0s | write a duration such as 30s, or now
  ping | headers: {} | write at least one header
  candles | dialect: observed | dialect: observed changes nothing
`
const of = (endpoint: string, fault: string) =>
  rule(`{ match: { endpoint: ${endpoint} }, fault: { ${fault} } }`)

test.each(rowsOf(CHANGELESS))('at %s, %s is refused', async (endpoint, fault, message) => {
  expect(await problemsOf(of(endpoint, fault))).toEqual([expect.stringContaining(message)])
})

test('a rule that can change nothing in the dialect of its scenario is refused', async () => {
  expect(await problemsOf(`dialect: observed\n${rule('fault: { signature: flipped }')}`)).toEqual([
    expect.stringContaining('nothing in the observed dialect: leave the rule out, or'),
  ])
})

test('a rule is accepted where one of its endpoints can be changed', async () => {
  for (const text of [of('[tickers, candles]', 'poison: gap'), rule('fault: { poison: gap }')])
    await expect(problemsOf(text)).rejects.toThrow('no ScenarioError')
})
