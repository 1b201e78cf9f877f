/** A finished reply is found by what is asked, whatever else stands in the query. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startPlain } from '../../support/plain.js'
import { samples } from '../../support/runs.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
const plain = await startPlain(simulator)
afterAll(async () => {
  await plain.close()
  await simulator.stop()
})

const ask = async (path: string, origin = simulator.url) => {
  const reply = await fetch(`${origin}${path}`)
  return { status: reply.status, body: await reply.text() }
}

const NAMES = [
  'tokenSymbol',
  'period',
  'limit',
  '_',
  'tokensymbol',
  'limit[]',
  '%6cimit',
  'lim%69t',
  '%zz',
  '',
]
const VALUES = ['ETH', 'BTC', '1m', '5m', '2', '3', '', '%32', '%45TH', 'x+y']
const pair = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)).map((both) => both.join('='))

test('any query: first, again and without caches', async () => {
  const query = fc.tuple(fc.array(pair, { maxLength: 3 }), fc.array(pair, { maxLength: 2 }))
  await fc.assert(
    fc.asyncProperty(query, async ([before, after]) => {
      const path = `/arbitrum/prices/candles?${[...before, 'tokenSymbol=ETH&period=1m', ...after].join('&')}`
      const expected = await ask(path, plain.url)
      expect(await ask(path)).toEqual(expected)
      expect(await ask(path)).toEqual(expected)
    }),
    { numRuns: samples(300) },
  )
})

test('a number that gets past caches does not get past this one, and is in the journal', async () => {
  const before = await ask('/arbitrum/prices/tickers')
  const world = simulator.session.world('arbitrum')
  const { quotes } = world
  const fail = () => {
    throw new Error('made anew')
  }
  Object.assign(world, { quotes: fail })
  for (let n = 0; n < 5; n++) expect(await ask(`/arbitrum/prices/tickers?_=${n}`)).toEqual(before)
  Object.assign(world, { quotes })
  expect(simulator.session.journal.entries({}, 0, 2).map(({ url }) => url)).toEqual([
    '/prices/tickers?_=3',
    '/prices/tickers?_=4',
  ])
})

test('a rule about such a parameter sees it', async () => {
  load(simulator.session, oneRule({ status: 503 }, { match: { query: { _: '3' } } }))
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await ask(`/arbitrum/prices/tickers?_=${n}`)).status)
  expect(statuses).toEqual([200, 200, 200, 503, 200])
  simulator.session.loadScenario(undefined)
})
