/** A token bucket over virtual time: the clock stands still and is moved by hand. */
import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { keptBucket, MAX_BUCKETS, OTHER_BUCKET } from '../../../src/scenario/token-bucket.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { oneRule, startUnder, type Written } from '../../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

const limited = async (rateLimit: Written, match: Written = {}) => {
  simulator = await startUnder(oneRule({ rateLimit }, { match }))
}
const ask = (path = '/arbitrum/ping') => fetch(`${simulator.url}${path}`)
const statuses = async (count: number, path?: string) => {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await ask(path)).status)
  return seen
}
const advance = (ms: number) => simulator.session.clock.advance(ms)

test('requests pass up to the limit, then 429 until time passes', async () => {
  await limited({ requests: 3, per: '1s' })
  expect(await statuses(5)).toEqual([200, 200, 200, 429, 429])
  advance(333)
  expect(await statuses(1)).toEqual([429])
  advance(1)
  expect(await statuses(2)).toEqual([200, 429])
  advance(1000)
  expect(await statuses(4)).toEqual([200, 200, 200, 429])
})

test('no more than the burst is ever saved up', async () => {
  await limited({ requests: 60, per: '1m', burst: 2 })
  expect(await statuses(3)).toEqual([200, 200, 429])
  advance(3_600_000)
  expect(await statuses(3)).toEqual([200, 200, 429])
})

test.each([
  [{ requests: 1, per: '10s' }, '10'],
  [{ requests: 10, per: '1s' }, '1'],
  [{ requests: 3, per: '10s' }, '4'],
])('%o: Retry-After is %s, and after that number of seconds it works', async (rateLimit, seconds) => {
  await limited({ ...rateLimit, burst: 1, headers: { 'x-ratelimit-limit': '1' } })
  expect((await ask()).headers.get('x-ratelimit-limit')).toBeNull()
  const refused = await ask()
  const { status, headers } = refused
  expect([status, headers.get('retry-after'), headers.get('x-ratelimit-limit')]).toEqual([429, seconds, '1'])
  expect(await refused.json()).toEqual({ errors: ['too many requests'] })
  advance((Number(seconds) - 1) * 1000)
  if (seconds !== '1') expect(await statuses(1)).toEqual([429])
  advance(1000)
  expect(await statuses(1)).toEqual([200])
})

test('frequent polling does not delay the refill of a bucket', async () => {
  await limited({ requests: 1, per: '1s' })
  expect(await statuses(1)).toEqual([200])
  const seen: number[] = []
  for (let step = 0; step < 10; step++) {
    advance(100)
    seen.push(...(await statuses(1)))
  }
  expect(seen).toEqual([...Array(9).fill(429), 200])
})

test('a clock that is put back takes no tokens away', async () => {
  await limited({ requests: 1, per: '1s' })
  expect(await statuses(1)).toEqual([200])
  advance(-3_600_000)
  expect(await statuses(1)).toEqual([429])
  advance(1000)
  expect(await statuses(1)).toEqual([200])
})

test('only matched requests take tokens', async () => {
  await limited({ requests: 1, per: '1s' }, { base: 'primary', endpoint: 'ping' })
  expect(await statuses(2, '/arbitrum-fallback/ping')).toEqual([200, 200])
  expect(await statuses(2, '/arbitrum/tokens')).toEqual([200, 200])
  expect(await statuses(2)).toEqual([200, 429])
})

test.each([
  ['rule', [200, 429, 429, 429]],
  ['base', [200, 200, 429, 429]],
  ['client', [200, 429, 200, 429]],
])('one bucket by %s', async (by, expected) => {
  await limited({ requests: 1, per: '1h', by })
  const seen = []
  for (const [base, localAddress] of [
    ['arbitrum', '127.0.0.1'],
    ['arbitrum-fallback', '127.0.0.1'],
    ['arbitrum', '127.0.0.2'],
    ['arbitrum-fallback', '127.0.0.2'],
  ]) {
    const sent = request(`${simulator.url}/${base}/ping`, { localAddress, agent: false }).end()
    const [reply] = await once(sent, 'response')
    seen.push(reply.resume().statusCode)
  }
  expect(seen).toEqual(expected)
})

test('clients beyond the limit of buckets share one', () => {
  const full = Object.fromEntries(
    Array.from({ length: MAX_BUCKETS }, (_, n) => [`client ${n}`, { atMs: 0, level: 0, waitMs: 1 }]),
  )
  expect([keptBucket(full, 'client 0'), keptBucket(full, 'another')]).toEqual(['client 0', OTHER_BUCKET])
  expect(keptBucket({ ...full, [OTHER_BUCKET]: full['client 0'] }, 'another')).toBe(OTHER_BUCKET)
})
