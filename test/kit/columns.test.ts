import { expect, test } from 'vitest'
import { columns, wrappedColumns } from '../../src/kit/text/columns.js'

const LONG = 'one two three four five six seven eight nine ten'

test('columns: aligned left, without trailing spaces', () => {
  expect(
    columns([
      ['a', 'bcd'],
      ['efg', ''],
    ]),
  ).toEqual(['  a    bcd', '  efg'])
})

test('wrappedColumns: the widest cells are wrapped, and no text is lost', () => {
  const rows = [
    ['what', 'where', 'theirs'],
    ['key', LONG, 'z'.repeat(70)],
  ]
  expect(wrappedColumns([['key', LONG]], 100)).toEqual(columns([['key', LONG]]))
  for (const width of [40, 60, 100]) {
    const lines = wrappedColumns(rows, width)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    const text = lines.join(' ')
    for (const word of LONG.split(' ')) expect(text).toContain(word)
    expect(text.match(/z/g)).toHaveLength(70)
  }
})
