import { expect, test } from 'vitest'
import { coalesced } from '../../src/kit/maps.js'

test('coalesced work runs one after the other, once for all calls until it begins, also after a failure', async () => {
  const ends: ((failed?: Error) => void)[] = []
  const work = coalesced(() => {
    const run = ends.length + 1
    return new Promise<number>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(run))),
    )
  })
  const first = [work(), work()]
  await Promise.resolve()
  const second = [work(), work()]
  expect(ends).toHaveLength(1)
  ends[0](new Error('refused'))
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await Promise.resolve()
  ends[1]()
  expect(await Promise.all(second)).toEqual([2, 2])
})
