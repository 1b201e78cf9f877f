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

function asker(cacheBytes = 1 << 20) {
  const { answer } = createAnswers(createByteCache(cacheBytes))
  return (endpoint: Endpoint, { world = newWorld(), atMs = 0, search = '' } = {}) =>
    answer({ world, generation: 1, dialect: 'documented', cacheWindows: true }, endpoint, {
      search,
      atMs,
    }).reply()
}

/** Counts how often it is made. */
function counting(windowMs?: number) {
  let made = 0
  return endpointOf({ render: () => ({ made: ++made }) }, 'counting', windowMs)
}

test('a reply is computed once per cache window', async () => {
  const [ask, endpoint, world] = [asker(), counting(), newWorld()]
  const texts = []
  for (const atMs of [0, 500, 999, 1000]) texts.push(String((await ask(endpoint, { world, atMs })).body))
  expect(texts).toEqual(['{"made":1}', '{"made":1}', '{"made":1}', '{"made":2}'])
})

test('parameters that no endpoint knows change no answer', async () => {
  const [ask, endpoint, world] = [asker(), counting(), newWorld()]
  for (const search of ['', '_=1', '_=2&%zz'])
    expect(String((await ask(endpoint, { world, search })).body)).toBe('{"made":1}')
})

test('different worlds and endpoints have different replies', async () => {
  const [ask, endpoint, world] = [asker(), counting(), newWorld()]
  expect(String((await ask(endpoint, { world })).body)).toBe('{"made":1}')
  expect(String((await ask(endpoint)).body)).toBe('{"made":2}')
  const other = endpointOf({ render: () => 'other' }, 'other')
  expect(String((await ask(other, { world })).body)).not.toContain('made')
})

test('without a window nothing is kept, nor beyond the budget: the bytes are the same', async () => {
  const world = newWorld()
  const [ask, windowless] = [asker(), counting(0)]
  await ask(windowless, { world })
  expect(String((await ask(windowless, { world })).body)).toBe('{"made":2}')
  const [tight, endpoint] = [asker(0), counting()]
  await tight(endpoint, { world })
  expect(String((await tight(endpoint, { world })).body)).toBe('{"made":2}')
})

/** Chunks that tell when they are made. */
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
  const [ask, world] = [asker(), newWorld()]
  let isDone = false
  const others = async () => {
    while (!isDone) {
      seen.push('-')
      await nextTurn()
    }
  }
  const both = [ask(chunked('a', seen), { world }), ask(chunked('b', seen), { world })]
  const done = others()
  expect((await Promise.all(both)).map(({ body }) => String(body))).toEqual(['a1 a2 a3 ', 'b1 b2 b3 '])
  isDone = true
  await done
  expect(seen.join('')).toMatch(/^-?a1-+b1-+a2-+b2-+a3-+b3-+$/)
})

test('concurrent identical queries share one computation', async () => {
  const seen: string[] = []
  const [ask, endpoint, world] = [asker(), chunked('a', seen), newWorld()]
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(endpoint, { world })))
  expect(new Set(all.map(({ body }) => body)).size).toBe(1)
  expect(seen).toEqual(['a1', 'a2', 'a3'])
})

test('an internal error reaches all concurrent callers, and no later one', async () => {
  const [ask, world] = [asker(), newWorld()]
  let isBroken = true
  const endpoint = endpointOf({
    *chunks() {
      yield [Buffer.from('a')]
      if (isBroken) throw new Error('a bug')
    },
  })
  for (const asked of [ask(endpoint, { world }), ask(endpoint, { world })])
    await expect(asked).rejects.toThrow('a bug')
  isBroken = false
  expect(String((await ask(endpoint, { world })).body)).toBe('a')
})
