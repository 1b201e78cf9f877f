/** A row that is written as text has the JSON of its value. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { rowOf } from '../../../src/api/endpoints/rows.js'

test('a row as text is its JSON: undefined values are left out, a bigint is digits', () => {
  const any = z.unknown()
  const { render, text } = rowOf<Readonly<Record<'a' | 'b' | 'c', unknown>>>()({ a: any, b: any, c: any })
  const anyValue = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.bigInt())
  fc.assert(
    fc.property(fc.record({ a: anyValue, b: anyValue, c: anyValue }), (fact) => {
      const json = JSON.stringify(render(fact), (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      expect(text(fact)).toBe(json)
    }),
  )
})
