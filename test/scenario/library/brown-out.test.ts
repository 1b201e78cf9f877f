import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

const timeMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

test('brown-out: a patient client waits, one that gives up on a reply moves on', async () => {
  const { client, pass, counts, givesUpOn } = await play('brown-out')
  const get = client({ triesPerBase: 1, patience: givesUpOn('too-late') })
  expect(await timeMs(() => get('/ping'))).toBeGreaterThanOrEqual(99)
  pass('40s')
  expect((await get('/ping')).tries).toEqual(['primary timeout', 'fallback 200'])
  pass('20s')
  expect((await get('/ping')).tries).toEqual(['primary 200'])
  expect(counts()).toEqual({
    'primary 200 sluggish': 1,
    'primary 200 too-late': 1,
    'fallback 200': 1,
    'primary 200': 1,
  })
})

test('brown-out: the median is a third of a second, and some take far longer', async () => {
  const { bases, pass, counts } = await play('brown-out')
  pass('20s')
  const times = await Promise.all(
    Array.from({ length: 20 }, () => timeMs(() => fetch(`${bases.primary}/ping`))),
  )
  // Which ones those are follows from the seed; a busy machine only makes them slower.
  expect(times.filter((ms) => ms > 320).length).toBeGreaterThanOrEqual(10)
  expect(times.filter((ms) => ms > 900).length).toBeGreaterThanOrEqual(2)
  expect(counts()).toEqual({ 'primary 200 slow': 20 })
})
