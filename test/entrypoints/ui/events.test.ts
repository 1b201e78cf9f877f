/** The stream as it comes over a fetch: in parts that end anywhere. */
import { expect, test } from 'vitest'
import { createEventReader } from '../../../src/entrypoints/ui/events.js'

const STREAM =
  ': alive\n\nevent: clock\ndata: {"rate":1}\n\n: alive\n\nevent: two\ndata: "a"\n\nevent: half\ndata: no'
const EVENTS = [
  ['clock', '{"rate":1}'],
  ['two', '"a"'],
]

test.each([1, 2, 3, 7, 1000])('events are dispatched once complete, in chunks of %i characters', (size) => {
  const seen: string[][] = []
  const read = createEventReader((event, data) => seen.push([event, data]))
  for (let at = 0; at < STREAM.length; at += size) read(STREAM.slice(at, at + size))
  expect(seen).toEqual(EVENTS)
})
