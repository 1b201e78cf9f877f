/**
 * Somebody's own world over three replicas, beside one process that was started the same: catalogues, recorded days, prices,
 * sessions, events and snapshots. Whatever is done to both by control calls, both say the same, byte for byte.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { type RunningSimulator, startServer } from '../../../src/server/simulator.js'
import { ROOT } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { type Replicas, startReplica, startReplicas } from '../../support/replicas.js'
import { exampleOf, settingsFor } from '../../support/simulator.js'

const isThere = hasStore() && hasProgram('haproxy', '-v')
const START = Date.parse('2026-03-01T11:00:00Z') / 1000
/** Two hours of a wild afternoon. */
const minutes = Array.from({ length: 120 }, (_, n) => {
  const open = 2000 + 10 * n + ((n * 37) % 50)
  return [START + 60 * n, open, open + 12.5, open - 7.25, open + 5] as const
})
const OTHER = `networks:
  other: { chainId: 8, bases: [primary, spare] }
arbitrum:
  tokens:
    - { symbol: MYT, address: "0x1111111111111111111111111111111111111111", decimals: 18, price: 1.25 }
`

let folder: string
let typed: Parameters<typeof settingsFor>[0]
let one: RunningSimulator
let three: Replicas
let late: RunningSimulator | undefined

beforeAll(async () => {
  if (!isThere) return
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-worlds-'))
  writeFileSync(
    join(folder, 'day.csv'),
    ['time,open,high,low,close', ...minutes.map((row) => row.join(','))].join('\n'),
  )
  writeFileSync(
    join(folder, 'day.yaml'),
    `name: a day
prices:
  ETH: { candles: day.csv }
  BTC: { points: { 0s: 50000, 1h: 60000 } }
events:
  - { asset: SOL, at: 30m, move: -20%, over: 10m }
rules:
  - { id: third, match: { network: megaeth, endpoint: ping }, when: { every: 3 }, fault: { status: 503 } }
  - { id: bucket, match: { network: arbitrum, endpoint: tokens }, fault: { rateLimit: { requests: 3, per: 1d } } }
`,
  )
  typed = { catalogue: `${ROOT}/fixtures/catalogues/megaeth.yaml`, scenario: join(folder, 'day.yaml') }
  one = await startServer(settingsFor(typed))
  three = await startReplicas(3, typed)
})
afterAll(async () => {
  if (!isThere) return
  await Promise.all([one.stop(), late?.stop()])
  await three.stop()
  rmSync(folder, { recursive: true })
})

type Method = 'put' | 'post' | 'get'

/** Makes a call to both, of a session below a path: their replies are the same, but for where they are. */
async function both(method: Method, path: string, body?: object | string, below = ''): Promise<void> {
  const call = async (url: string) => {
    const control = controlOf(`${url}${below}`)
    const reply = method === 'get' ? await control.get(path) : await control[method](path, body)
    return JSON.stringify(reply).replaceAll(url, '')
  }
  const [ours, theirs] = await Promise.all([call(one.url), call(three.url)])
  expect(theirs, path).toBe(ours)
  expect(JSON.parse(ours).status, ours).toBeLessThan(300)
}

/** Asks every endpoint of these networks, at `url` and of the one process. Returns how many there were. */
async function sameWorld(url: string, below: string, networks: readonly string[]): Promise<number> {
  let count = 0
  for (const network of networks)
    for (const endpoint of ENDPOINTS) {
      const [method] = methodsOf(endpoint)
      const [ours, theirs] = await Promise.all(
        [one.url, url].map(async (at) => {
          // A week of rates would be most of the work, and no other law.
          const query = exampleOf(endpoint).replace(/^\/rates\?period=7d/, '/rates?period=1d')
          const reply = await fetch(`${at}${below}/${network}${query}`, { method })
          const { status, headers } = reply
          return [status, headers.get('x-gmx-sim-at'), headers.get('x-gmx-sim-rule'), await reply.text()]
        }),
      )
      expect(theirs, `${below} ${network} ${endpoint.id}`).toEqual(ours)
      count++
    }
  return count
}

const ALL = ['arbitrum', 'megaeth']
const SESSIONS = ['text', 'rows', 'prices', 'plain']

describe.runIf(isThere)('three replicas and one process', () => {
  test('with a network of a file and a recorded day', async () => {
    expect(await sameWorld(three.url, '', [...ALL, 'avalanche', 'botanix'])).toBeGreaterThan(60)
    await both('post', '/clock/advance', { by: '40m' })
    await sameWorld(three.url, '', ALL)
    await both('get', '/market/candles?network=megaeth&symbol=ETH&period=5m&limit=30')
    await both('get', '/market/assets')
    await both('get', '/scenario/timeline')
  })

  test('when prices are set, and a snapshot is put back', async () => {
    await both('post', '/snapshots')
    await both('post', '/prices', { asset: 'ETH', price: '1234.5', over: '10m' })
    await both('post', '/clock/advance', { by: '7m' })
    await sameWorld(three.url, '', ['arbitrum'])
    await both('put', '/scenario', 'liquidations-2025-10-10')
    await both('post', '/clock/advance', { by: '20m' })
    await sameWorld(three.url, '', ['arbitrum'])
    for (let again = 0; again < 2; again++) {
      await both('post', '/snapshots/snapshot-1/restore')
      await sameWorld(three.url, '', ALL)
      await both('get', '/scenario')
      await both('get', '/journal/count')
      await both('get', '/session')
    }
  })

  test('sessions with catalogues, rows and prices of their own', async () => {
    await both('post', '/sessions', { id: 'text', catalogue: OTHER, seed: '7' })
    await both('post', '/sessions', {
      id: 'rows',
      scenario: {
        prices: { ETH: { rows: minutes, startsAt: '0s' } },
        events: [{ at: '1m', reorg: { depth: 2 } }],
      },
    })
    await both('post', '/sessions', {
      id: 'prices',
      prices: { DOGE: { points: { '0s': 2 } } },
      dialect: 'observed',
    })
    await both('post', '/sessions', { id: 'plain', clock: { at: '2031-01-01T00:00:00Z' } })
    for (const id of SESSIONS) await both('post', '/clock/advance', { by: '5m' }, `/s/${id}`)
    await sameWorld(three.url, '/s/text', ['other-spare', 'megaeth-fallback'])
    for (const id of SESSIONS) await sameWorld(three.url, `/s/${id}`, ['arbitrum'])
    for (const id of SESSIONS) await both('get', '/session', undefined, `/s/${id}`)
  })

  test('a later replica has the same state and order', async () => {
    late = await startReplica({ store: three.store.url, ...typed })
    await sameWorld(late.url, '', ['megaeth'])
    for (const id of SESSIONS) await sameWorld(late.url, `/s/${id}`, ['arbitrum'])
    const listed = async (url: string) => (await controlOf(url).get('/sessions')).body.sessions
    const idsAt = async (url: string) => (await listed(url)).map(({ id }: { id: string }) => id)
    expect(await idsAt(late.url)).toEqual(SESSIONS)
    expect(await idsAt(three.url)).toEqual(SESSIONS)
    expect(three.troubles).toEqual([])
  })
})
