/** All worlds of a server share one budget: what is let go comes back with the same bytes. */
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { createByteCache } from '../../../src/kit/byte-cache.js'
import { KernelOwner } from '../../../src/market/price/kernel-owner.js'
import type { Account } from '../../../src/market/world/create-world.js'
import { NO_EVENTS } from '../../../src/market/world/market-events.js'
import type { WorldOf } from '../../../src/market/world/types.js'
import { createPool, createWorlds, createWorldsBySeed } from '../../../src/market/world/worlds.js'
import { createAnswers } from '../../../src/session/answer.js'
import { catalogue } from '../../support/prices.js'

const tickers = ENDPOINTS.find(({ id }) => id === 'tickers')

test('evicts the least recently used first, and no more than needed', () => {
  const made: string[] = []
  const grows = new Map<string, Account['grow']>()
  const pool = createPool<string>(20_000)
  const get = (key: string) =>
    pool.get(key, ({ grow }) => {
      made.push(key)
      grows.set(key, grow)
      return key
    })
  for (const key of ['a', 'b', 'c']) get(key)
  get('a')
  grows.get('a')?.(10_000)
  expect(pool.heldBytes).toBe(16_000)
  grows.get('a')?.(5000)
  expect(pool.heldBytes).toBe(19_000)
  for (const key of ['a', 'c', 'b']) expect(get(key)).toBe(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  // The one in use stays, however large it is.
  grows.get('b')?.(50_000)
  get('b')
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  // Evicted worlds no longer count.
  grows.get('a')?.(50_000)
  expect(pool.heldBytes).toBe(52_000)
})

test('evicted worlds answer with the same bytes', async () => {
  const seeds = Array.from({ length: 6 }, (_, n) => `seed ${n}`)
  const bytesOf = async (worldOf: WorldOf) => {
    const answers = createAnswers(createByteCache(0))
    const question = { network: 'botanix', base: 'primary', search: '', atMs: 1.77e12 }
    const session = {
      dialect: 'documented',
      begin: { cacheWindows: true },
      worldIn: () => worldOf('botanix'),
    } as const
    return String((await answers.answer(session, question, tickers).reply()).body)
  }
  const common = { catalogue, priceFormat: 'full' } as const
  const [roomy, tight] = [createWorldsBySeed(common), createWorldsBySeed(common, createPool(1))]
  const pairs = seeds.map((seed) => [roomy(seed, NO_EVENTS).worldOf, tight(seed, NO_EVENTS).worldOf] as const)
  for (const [one, other] of [...pairs, ...pairs]) {
    expect(await bytesOf(other)).toBe(await bytesOf(one))
    expect(one('botanix')).toBe(one('botanix'))
  }
  // Only one of the tight ones is in memory at a time.
  const [[, first], [, second]] = pairs
  const world = first('botanix')
  expect(first('botanix')).toBe(world)
  second('botanix')
  expect(first('botanix')).not.toBe(world)
})

test('sessions that share a year of candles are not recomputed in turn, even with holes', () => {
  const MINUTES = 525_600
  const rows = new Float64Array(4 * MINUTES).fill(25_000_000)
  for (let n = 0; n < 100; n++) rows.fill(Number.NaN, 4 * (5000 * n + 77), 4 * (5000 * n + 107))
  const candles = { periodSeconds: 60, runs: [{ firstSecond: 1_735_689_600, count: MINUTES, rows }] }
  const paths = new Map([['ETH', { kind: 'candles' as const, candles, shiftSeconds: 0 }]])
  const worldsOf = createWorldsBySeed({ catalogue, priceFormat: 'full' })
  const worlds = ['a', 'a', 'b', 'c', 'd', 'e'].map((seed) => worldsOf(seed, { ...NO_EVENTS, paths }))
  const ask = () =>
    worlds.map(({ worldOf }) => {
      const world = worldOf('arbitrum')
      expect(world.quotes(1_735_689_600 + 60 * 78).find(({ token }) => token.symbol === 'ETH')).toBeDefined()
      return world
    })
  const first = ask()
  expect(new Set(first).size).toBe(6)
  ask().forEach((world, n) => {
    expect(world).toBe(first[n])
  })
})

test('paths shifted in time are charged to their owner', () => {
  const MINUTES = 100_000
  const rows = new Float64Array(4 * MINUTES).fill(25_000_000)
  const candles = { periodSeconds: 60, runs: [{ firstSecond: 1_735_689_600, count: MINUTES, rows }] }
  const bytesAt = (shiftSeconds: number) => {
    let bytes = 0
    const paths = new Map([['ETH', { kind: 'candles' as const, candles, shiftSeconds }]])
    const events = { ...NO_EVENTS, paths }
    const grow = (more: number) => {
      bytes += more
    }
    createWorlds(
      { seed: 'a', catalogue, priceFormat: 'full', events },
      { grow, owner: new KernelOwner() },
    )('arbitrum').quotes(1_735_689_600)
    return bytes
  }
  const first = bytesAt(0)
  // Rows of 5m, 15m, 1h, 4h and 1d, of 32 bytes each.
  const folds = 32 * MINUTES * (1 / 5 + 1 / 15 + 1 / 60 + 1 / 240 + 1 / 1440)
  expect(bytesAt(60) - first).toBeGreaterThan(0.99 * folds)
  expect(bytesAt(60) - first).toBeLessThan(1.01 * folds)
  expect(bytesAt(0)).toBe(first)
})

test('equal seeds share a world; one with events is of its session alone, and is evicted with it', () => {
  const worldsOf = createWorldsBySeed({ catalogue, priceFormat: 'full' })
  const world = worldsOf('a', NO_EVENTS).worldOf('arbitrum')
  for (let n = 0; n < 20; n++) worldsOf('a', NO_EVENTS).release()
  expect(worldsOf('a', NO_EVENTS).worldOf('arbitrum')).toBe(world)
  const own = worldsOf('b', { ...NO_EVENTS, prices: new Map([['ETH', []]]) })
  const late = own.worldOf('arbitrum')
  expect(worldsOf('b', { ...NO_EVENTS, prices: new Map([['ETH', []]]) }).worldOf('arbitrum')).not.toBe(late)
  own.release()
  // A later request is answered by a new world.
  expect(own.worldOf('arbitrum')).not.toBe(late)
})
