import { expect, test } from 'vitest'
import { ownTurn, turn } from '../../src/clock/turns.js'
import { workOut } from '../../src/session/work-out.js'
import { createWorlds } from '../../src/world/worlds.js'
import { catalogue } from '../support/prices.js'

const newWorld = () => createWorlds({ seed: 'work', catalogue, priceFormat: 'full' })('botanix')

/** Chunks that tell when they are worked out. */
function* bouts(name: string, seen: string[]) {
  for (const n of [1, 2, 3]) {
    seen.push(`${name}${n}`)
    yield [Buffer.from(`${name}${n}`), Buffer.from(' ')]
  }
}

test('however much is asked at once, there is one bout in a turn and others are let in between', async () => {
  const seen: string[] = []
  const world = newWorld()
  let isDone = false
  const others = async () => {
    while (!isDone) {
      seen.push('-')
      await turn()
    }
  }
  const [a, b] = [workOut(world, 'a', bouts('a', seen)), workOut(world, 'b', bouts('b', seen))]
  const done = others()
  expect((await Promise.all([a, b])).map(String)).toEqual(['a1 a2 a3 ', 'b1 b2 b3 '])
  isDone = true
  await done
  expect(seen.join('')).toMatch(/^-?a1-+b1-+a2-+b2-+a3-+b3-+$/)
})

test('the same question is worked out once for all who ask meanwhile, and anew for who asks later', async () => {
  const seen: string[] = []
  const world = newWorld()
  const question = ['a', { limit: 1 }]
  const ask = () => workOut(world, [...question], bouts('a', seen))
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toBe(first)
  expect(seen).toEqual(['a1', 'a2', 'a3'])
  expect(await ask()).toEqual(first)
  await Promise.all([workOut(newWorld(), question, bouts('a', seen)), ask()])
  expect(seen).toHaveLength(12)
})

test('a bug is told to all who asked, and to nobody later', async () => {
  const world = newWorld()
  function* broken() {
    yield [Buffer.from('a')]
    throw new Error('a bug')
  }
  const all = [workOut(world, 'a', broken()), workOut(world, 'a', broken())]
  for (const one of all) await expect(one).rejects.toThrow('a bug')
  expect((await workOut(world, 'a', bouts('a', []))).toString()).toBe('a1 a2 a3 ')
  await ownTurn()
})
