/**
 * A user's own world over three replicas, beside one process that was started the same: catalogues, recorded days, prices,
 * sessions, events and snapshots. Whatever is done to both by control calls, all say the same, byte for byte.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { methodsOf } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { type RunningSimulator, startServer } from '../../../src/server/simulator.js'
import { ROOT } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { type Replicas, startReplica, startReplicas } from '../../support/replicas.js'
import { exampleOf, settingsFor } from '../../support/simulator.js'

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

const DAY = `name: a day
prices:
  ETH: { candles: day.csv }
  BTC: { points: { 0s: 50000, 1h: 60000 } }
events:
  - { asset: SOL, at: 30m, move: -20%, over: 10m }
rules:
  - { id: third, match: { network: mynet, endpoint: ping }, when: { every: 3 }, fault: { status: 503 } }
  - { id: bucket, match: { network: arbitrum, endpoint: tokens }, fault: { rateLimit: { requests: 3, per: 1d } } }
`

const folder = newFolder()
const csv = ['time,open,high,low,close', ...minutes.map((row) => row.join(','))]
writeFileSync(join(folder, 'day.csv'), csv.join('\n'))
writeFileSync(join(folder, 'day.yaml'), DAY)
const typed = {
  catalogue: `${ROOT}/fixtures/catalogues/own-network.yaml`,
  scenario: join(folder, 'day.yaml'),
}

let one: RunningSimulator
let three: Replicas

/** Makes a call to both, of a session below a path: their replies are the same, but for where they are. */
async function both(method: 'put' | 'post', path: string, body?: object | string, below = '') {
  const call = async (url: string) => {
    const reply = await controlOf(`${url}${below}`)[method](path, body)
    return JSON.stringify(reply).replaceAll(url, '')
  }
  const [ours, theirs] = await Promise.all([call(one.url), call(three.url)])
  expect(theirs, path).toBe(ours)
  expect(JSON.parse(ours).status, ours).toBeLessThan(300)
}

/** Calls that show what requests and other calls have left. */
const VIEWS = [
  ...['/bases', '/clients', '/clients/grades', '/clock', '/incidents', '/session', '/sessions'],
  ...['/journal', '/journal/1', '/journal/count', '/journal/pauses'],
  ...['/scenario', '/scenario/source', '/scenario/timeline', '/market/assets'],
  '/market/candles?network=mynet&symbol=ETH&period=5m&limit=30',
]
/** Facts of real time, what is judged by them, and connections. */
const REAL = new Set([
  ...['ms', 'connection', 'perSecond', 'longestMs', 'outageMs', 'retries', 'failovers'],
  ...['verdict', 'score', 'judged', 'checks', 'worst'],
])

/** Each replica shows what the one process does. */
async function sameViews(): Promise<void> {
  const view = async (url: string, path: string) => {
    const { status, body } = await controlOf(url).get(path)
    expect([path, status]).toEqual([path, 200])
    return JSON.stringify(body, (key, value) => (REAL.has(key) ? 0 : value)).replaceAll(url, '')
  }
  for (const path of VIEWS) {
    const expected = await view(one.url, path)
    for (const { url } of three.simulators) expect(await view(url, path), path).toBe(expected)
  }
}

/** Endpoints between which no part of the state hides: prices, candles, signatures and markets. */
const FACTS = ['tickers', 'candles', 'signed-prices', 'markets-info']

/** Asks endpoints of these networks, at `url` and of the one process. */
async function sameWorld(
  url: string,
  below: string,
  networks: readonly string[],
  ids = FACTS,
): Promise<void> {
  for (const network of networks)
    for (const endpoint of ENDPOINTS.filter(({ id }) => ids.includes(id))) {
      const [method] = methodsOf(endpoint)
      const [ours, theirs] = await Promise.all(
        [one.url, url].map(async (at) => {
          // A week of rates would be most of the work, and no other law.
          const query = exampleOf(endpoint, network).replace(/^\/rates\?period=7d/, '/rates?period=1d')
          const reply = await fetch(`${at}${below}/${network}${query}`, { method })
          const { status, headers } = reply
          return [status, headers.get('x-gmx-sim-at'), headers.get('x-gmx-sim-rule'), await reply.text()]
        }),
      )
      expect(theirs, `${below} ${network} ${endpoint.id}`).toEqual(ours)
    }
}

const ALL = ['arbitrum', 'mynet']
const SESSIONS = {
  text: { catalogue: OTHER, seed: '7' },
  rows: {
    scenario: {
      prices: { ETH: { rows: minutes, startsAt: '0s' } },
      events: [{ at: '1m', reorg: { depth: 2 } }],
    },
  },
  prices: { prices: { DOGE: { points: { '0s': 2 } } }, dialect: 'observed' },
  plain: { clock: { at: '2031-01-01T00:00:00Z' } },
}

describe.runIf(hasStore() && hasProgram('haproxy', '-v'))('three replicas and one process', () => {
  beforeAll(async () => {
    one = await startServer(settingsFor(typed))
    three = await startReplicas(3, typed)
  })
  afterAll(async () => {
    await one.stop()
    await three.stop()
  })

  test('with a network of a file and a recorded day', async () => {
    await sameWorld(
      three.url,
      '',
      ['mynet'],
      ENDPOINTS.map(({ id }) => id),
    )
    await sameWorld(three.url, '', ['arbitrum', 'avalanche', 'botanix'])
    await both('post', '/clock/advance', { by: '40m' })
    await sameWorld(three.url, '', ALL)
    await sameViews()
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
    }
    await sameViews()
  })

  test('sessions with catalogues, rows and prices of their own', async () => {
    for (const [id, settings] of Object.entries(SESSIONS)) {
      await both('post', '/sessions', { id, ...settings })
      await both('post', '/clock/advance', { by: '5m' }, `/s/${id}`)
      await sameWorld(three.url, `/s/${id}`, ['arbitrum'])
    }
    await sameWorld(three.url, '/s/text', ['other-spare', 'mynet-fallback'])
  })

  test('a later replica has the same state and order', async () => {
    const late = await startReplica({ store: three.store.url, ...typed })
    onTestFinished(() => late.stop())
    await sameWorld(late.url, '', ['mynet'])
    for (const id of Object.keys(SESSIONS)) await sameWorld(late.url, `/s/${id}`, ['arbitrum'])
    for (const url of [late.url, three.url]) {
      const { sessions } = (await controlOf(url).get('/sessions')).body
      expect(sessions.map(({ id }: { id: string }) => id)).toEqual(Object.keys(SESSIONS))
    }
    expect(three.troubles).toEqual([])
  })
})
