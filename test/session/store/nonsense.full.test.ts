/** Documents of the store that are well-formed, and make no sense: their session is served or answers 503, and never fails. */
import { expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { threeReplicas } from './support.js'

const three = threeReplicas()

/** With a value of every kind. */
const SCENARIO = `name: of everything
clock: { rate: 2 }
prices:
  ETH: { points: { 0s: 2000, 1h: 2100 } }
events:
  - { asset: SOL, at: 30m, move: -20%, over: 10m, recover: { after: 1m, over: 2m, to: -5% } }
  - { asset: DOGE, at: 0s, price: 1.5 }
  - { asset: LINK, at: 0s, freeze: 1h }
  - { at: 1m, reorg: { depth: 3, network: arbitrum } }
rules:
  - { match: { network: arbitrum, base: current, endpoint: ping }, when: { every: 3 }, fault: { status: 503, retryAfter: 2s, body: x } }
  - { match: { endpoint: tokens }, fault: { rateLimit: { requests: 3, per: 1d, burst: 2 } } }
  - match: { endpoint: tickers, query: { a: b }, header: { x-a: b }, method: GET }
    when: { calls: 2.., chance: 0.5, after: 1s, until: 1h, times: 5 }
    fault: { stale: 5m, delay: { from: 1ms, to: 2ms } }
  - { match: { base: fallback }, fault: { delay: { median: 1ms, p95: 2ms } } }
  - { match: { endpoint: markets }, fault: { truncate: 0.5 } }
  - { match: { endpoint: signed-prices }, fault: { status: 429, retryAfter: { date: 3s }, headers: { x-b: c } } }
`
const NONSENSE = [undefined, 1e300, {}]
const PATHS = ['arbitrum/ping', 'arbitrum/tokens', '__sim/v1/scenario']

type Path = readonly string[]
/** The paths of all values in a document. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}
function replaced(value: unknown, [key, ...path]: Path, nonsense: unknown): unknown {
  if (key === undefined) return nonsense
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) }
  copy[key] = replaced(copy[key], path, nonsense)
  return copy
}

test.runIf(hasStore()).each(['state', 'origin'])('nonsense in any part of the %s', async (field) => {
  await three.start({ clock: 'real' })
  const prices = { SOL: { points: { '0s': 100, '1h': 110 } } }
  await three.control().post('/sessions', { id: 'a', prices, scenario: SCENARIO })
  const control = three.control(0, '/s/a')
  // From then on it is in the state.
  if (field === 'state') expect((await control.put('/scenario', SCENARIO)).status).toBe(200)
  expect((await control.post('/prices', { asset: 'ETH', move: '-10%', over: '10m' })).status).toBe(200)
  const { client } = three.store
  const good = await client.hgetall('{gmx-sim/a}:document')
  const document = JSON.parse(good[field])
  const paths = pathsIn(document)
  expect(paths.length).toBeGreaterThan(50)
  let version = 0
  let unreadable = 0
  for (const path of paths)
    for (const nonsense of NONSENSE) {
      const text = JSON.stringify(replaced(document, path, nonsense))
      await client.hset('{gmx-sim/a}:document', { ...good, [field]: text, version: `v${++version}` })
      for (const at of PATHS) {
        const seen = [path.join('.'), nonsense, at]
        // A rule whose match is nonsense may cut any reply.
        const [status, error] = await three.ask(`/s/a/${at}`).catch(() => [0, null] as const)
        // Rules answer 503, too.
        expect([...seen, status === 500 ? 'fails' : 'answers']).toEqual([...seen, 'answers'])
        if (error !== 'store') continue
        unreadable++
        break
      }
    }
  expect(unreadable).toBeGreaterThan(version / 3)
})
