import { expect, test } from 'vitest'
import { untilDone } from '../../src/kit/lazy.js'

test('concurrent calls share a run; one that fails is not kept, one that succeeds is', async () => {
  const ends: ((error?: Error) => void)[] = []
  const load = untilDone(
    () =>
      new Promise<number>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve(7) : reject(error)))
      }),
  )
  const failing = [load(), load()]
  expect(ends).toHaveLength(1)
  ends[0](new Error('too many open files'))
  for (const one of failing) await expect(one).rejects.toThrow('too many open files')
  const succeeding = [load(), load()]
  expect(ends).toHaveLength(2)
  ends[1]()
  expect(await Promise.all([...succeeding, load()])).toEqual([7, 7, 7])
  expect(ends).toHaveLength(2)
})
