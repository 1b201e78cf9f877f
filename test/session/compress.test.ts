/** A finished body is compressed once. */
import { expect, test } from 'vitest'
import { createByteCache } from '../../src/kit/byte-cache.js'
import { createCompressor } from '../../src/session/compress.js'

const replyOf = (body: Buffer) => ({ status: 200, body, asOfMs: 0 })
const bodyOf = (bytes: number) => Buffer.from('0123456789abcdef'.repeat(bytes / 16))

test.each([2048, 1 << 20])('of %i bytes: kept beside it, in the one cache', async (bytes) => {
  const cache = createByteCache(1 << 20)
  const { compressed, remember } = createCompressor(cache)
  const body = bodyOf(bytes)
  remember(body)
  const [first, second] = await Promise.all([1, 2].map(() => compressed(replyOf(body), 'gzip')))
  const again = compressed(replyOf(body), 'gzip')
  expect(second.body).toBe(first.body)
  expect((again as typeof first).body).toBe(first.body)
  expect(cache.find(body, 'gzip')).toBe(first.body)
  expect(cache.find(body, 'br')).toBeUndefined()
})

test('a body that is not kept takes no memory, and without an encoding it is returned unchanged', async () => {
  const cache = createByteCache(1 << 20)
  const { compressed } = createCompressor(cache)
  for (const bytes of [2048, 1 << 20]) await compressed(replyOf(bodyOf(bytes)), 'br')
  expect(cache.heldBytes).toBe(0)
  const reply = replyOf(bodyOf(2048))
  expect(compressed(reply, undefined)).toBe(reply)
})
