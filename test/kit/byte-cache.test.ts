import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteCache } from '../../src/kit/byte-cache.js'
import { nextTurn } from '../../src/kit/clock/timers.js'
import { startTestSimulator } from '../support/simulator.js'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const OWNERS = [{}, {}, {}]

test('finds the entry kept for an owner and key, within the limit', () => {
  const anyStep = fc.tuple(fc.nat(2), fc.nat(9), fc.integer({ min: 0, max: 3000 }))
  fc.assert(
    fc.property(fc.nat(30_000), fc.array(anyStep, { maxLength: 60 }), (maxBytes, steps) => {
      const kept = createByteCache(maxBytes)
      for (const [owner, key, length] of steps) {
        const text = `${owner} ${key}`
        const found = kept.find(OWNERS[owner], key)
        expect(kept.has(OWNERS[owner], key)).toBe(found !== undefined)
        if (found === undefined) kept.keep(OWNERS[owner], key, Buffer.alloc(text.length + length, text))
        else expect(found.subarray(0, text.length).toString()).toBe(text)
        expect(kept.heldBytes).toBeLessThanOrEqual(maxBytes)
      }
    }),
  )
})

test('keeps used entries, evicts unused ones', () => {
  const kept = createByteCache(100_000)
  const [owner] = OWNERS
  kept.keep(owner, 0, Buffer.alloc(1000))
  kept.keep(owner, 1, Buffer.alloc(1000))
  for (let key = 2; key < 1000; key++) {
    expect(kept.find(owner, 0)).toHaveLength(1000)
    kept.keep(owner, key, Buffer.alloc(1000))
  }
  expect(kept.has(owner, 1)).toBe(false)
})

test('large entries that are read in turn evict no others', () => {
  const kept = createByteCache(100_000)
  const [owner] = OWNERS
  kept.keep(owner, 'small', Buffer.alloc(1000))
  kept.keep(owner, 'one', Buffer.alloc(40_000))
  kept.keep(owner, 'other', Buffer.alloc(40_000))
  for (let round = 0; round < 5; round++)
    for (const key of ['one', 'other']) expect(kept.find(owner, key)).toHaveLength(40_000)
  expect(kept.has(owner, 'small')).toBe(true)
})

test('entries live as long as their owner', async () => {
  const kept = createByteCache(100 << 20)
  const keepSome = (owner: object) => {
    const bytes = Buffer.allocUnsafeSlow(1 << 20)
    kept.keep(owner, 1, bytes)
    return new WeakRef(bytes)
  }
  let owner: object | undefined = {}
  const bytes = keepSome(owner)
  const isThere = async () => {
    // What was looked at stays until the next turn.
    await nextTurn()
    collectGarbage()
    return bytes.deref() !== undefined
  }
  expect(await isThere()).toBe(true)
  expect(kept.has(owner, 1)).toBe(true)
  owner = undefined
  expect(await isThere()).toBe(false)
})

test('a simulator that is stopped keeps no reply', async () => {
  const simulator = await startTestSimulator()
  expect((await fetch(`${simulator.url}/arbitrum/prices/tickers`)).status).toBe(200)
  expect(simulator.cache.heldBytes).toBeGreaterThan(10_000)
  await simulator.stop()
  expect(simulator.cache.heldBytes).toBe(0)
})
