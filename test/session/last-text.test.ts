import { expect, test } from 'vitest'
import { textOf } from '../../src/session/last-text.js'
import { createWorlds } from '../../src/world/worlds.js'
import { catalogue } from '../support/prices.js'

const newWorld = () => createWorlds({ seed: 'last', catalogue, priceFormat: 'full' })('botanix')
const world = newWorld()

/** Asks for the text of a number that is another each time it is made. */
let made = 0
const ask = (question: unknown, of = world) =>
  textOf(of, question, async () => JSON.stringify({ made: ++made }))

test('a herd that asks for the same gets one text', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(['tickers', 1])))
  expect(new Set(all).size).toBe(1)
  expect(String(all[0])).toBe('{"made":1}')
  expect(await ask(['tickers', 1])).toBe(all[0])
})

test('another question, instant or world has another', async () => {
  const texts = [
    await ask(['a', 1]),
    await ask(['a', 2]),
    await ask(['b', 2]),
    await ask(['b', 2], newWorld()),
  ]
  expect(new Set(texts.map(String)).size).toBe(4)
})

test('what is not the last any more is made anew', async () => {
  const first = await ask(['a', 1])
  await ask(['a', 2])
  expect(String(await ask(['a', 1]))).not.toBe(String(first))
})

test('a bug is told to those who asked, and not kept', async () => {
  const broken = async () => {
    throw new Error('a bug')
  }
  const asked = [textOf(world, 'broken', broken), textOf(world, 'broken', broken)]
  for (const one of asked) await expect(one).rejects.toThrow('a bug')
  expect(String(await ask('broken'))).toMatch(/made/)
})
