import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { limitLines } from '../../../src/entrypoints/mcp/limit-lines.js'

const LIMIT = 5000

/** Lines that are passed on, and the ends of the others, of a text that is received in chunks of `size`. */
async function limited(all: string, size: number) {
  const ends: string[] = []
  const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    Buffer.from(all.slice(n * size, (n + 1) * size)),
  )
  const lines = limitLines(LIMIT, (both) => ends.push(both))
  return { passed: await text(Readable.from(chunks).pipe(lines)), ends }
}

test.each([1, 7, 1024, 4999, 5001, 1e6])('lines in chunks of %d bytes', async (size) => {
  const [fits, long] = [`${'f'.repeat(LIMIT - 1)}\n`, `start${'x'.repeat(3 * LIMIT)}end\n`]
  const { passed, ends } = await limited(`a\n${fits}${long}\nb\n${long}${fits}unfinished`, size)
  expect(passed).toBe(`a\n${fits}\nb\n${fits}`)
  const both = `${long.slice(0, 1024)}${long.slice(-1024)}`
  expect(ends).toEqual([both, both])
})
