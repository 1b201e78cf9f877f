/** Finished answers are kept, and made once, whoever asks. */
import { expect, test } from 'vitest'
import type { Endpoint, Representation } from '../../src/api/endpoints/define.js'
import { createByteCache } from '../../src/kit/byte-cache.js'
import { nextTurn } from '../../src/kit/clock/timers.js'
import { createWorlds } from '../../src/market/world/worlds.js'
import { createAnswers } from '../../src/session/answer.js'
import { catalogue } from '../support/prices.js'

const newWorld = () => createWorlds({ seed: 'answers', catalogue, priceFormat: 'full' })('botanix')

/** An endpoint of these words, whose answers are good for a second. */
function endpointOf(
  representation: Partial<Representation<unknown>>,
  id = 'made-up',
  windowMs = 1000,
): Endpoint {
  return {
    id,
    path: '/made-up',
    about: '',
    params: {},
    windowMs: () => windowMs,
    timeoutMs: 1000,
    facts: (_world, asOfMs) => asOfMs,
    documented: { render: () => ({}), ...representation } as Representation<unknown>,
  }
}

/** Asks for bodies; in one world unless another is given. */
function asker(cacheBytes = 1 << 20) {
  const { answer } = createAnswers(createByteCache(cacheBytes))
  const one = newWorld()
  return async (endpoint: Endpoint, { world = one, atMs = 0, search = '' } = {}): Promise<string> => {
    const session = { dialect: 'documented', begin: { cacheWindows: true }, worldIn: () => world } as const
    const question = { network: 'botanix', base: 'primary', search, atMs }
    return String((await answer(session, question, endpoint).reply()).body)
  }
}

/** Counts how often it is made. */
function counting(windowMs?: number) {
  let made = 0
  return endpointOf({ render: () => ({ made: ++made }) }, 'counting', windowMs)
}

test('a reply is computed once per cache window, whatever unknown parameters say', async () => {
  const [ask, endpoint] = [asker(), counting()]
  const texts = []
  for (const atMs of [0, 500, 999, 1000]) texts.push(await ask(endpoint, { atMs }))
  for (const search of ['_=1', '_=2&%zz']) texts.push(await ask(endpoint, { search, atMs: 1000 }))
  expect(texts.map((text) => JSON.parse(text).made)).toEqual([1, 1, 1, 2, 2, 2])
})

/** Chunks that are noted when they are made. */
const chunked = (name: string, seen: string[]) =>
  endpointOf(
    {
      *chunks() {
        for (const n of [1, 2, 3]) {
          seen.push(`${name}${n}`)
          yield [Buffer.from(`${name}${n}`), Buffer.from(' ')]
        }
      },
    },
    name,
  )

test('however many long answers are under way, one chunk is made in a turn and others are let in between', async () => {
  const seen: string[] = []
  const ask = asker()
  let isDone = false
  const others = async () => {
    while (!isDone) {
      seen.push('-')
      await nextTurn()
    }
  }
  const both = [ask(chunked('a', seen)), ask(chunked('b', seen))]
  const done = others()
  expect(await Promise.all(both)).toEqual(['a1 a2 a3 ', 'b1 b2 b3 '])
  isDone = true
  await done
  expect(seen.join('')).toMatch(/^-?a1-+b1-+a2-+b2-+a3-+b3-+$/)
})

test('concurrent identical queries share one computation', async () => {
  const seen: string[] = []
  const [ask, endpoint] = [asker(), chunked('a', seen)]
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(endpoint)))
  expect(new Set(all)).toEqual(new Set(['a1 a2 a3 ']))
  expect(seen).toEqual(['a1', 'a2', 'a3'])
})

test('an internal error reaches all concurrent callers, and no later one', async () => {
  const ask = asker()
  let isBroken = true
  const endpoint = endpointOf({
    *chunks() {
      yield [Buffer.from('a')]
      if (isBroken) throw new Error('a bug')
    },
  })
  for (const asked of [ask(endpoint), ask(endpoint)]) await expect(asked).rejects.toThrow('a bug')
  isBroken = false
  expect(await ask(endpoint)).toBe('a')
})
