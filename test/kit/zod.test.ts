/** Schemas are recorded, and made when they are read. */
import { expect, test, vi } from 'vitest'
import * as z from '../../src/kit/zod.js'
import * as parts from '../../src/kit/zod-parts.js'

test('a schema is made when it is read, once', () => {
  const make = vi.fn((text: string) => text.length)
  const length = z.string().transform(make)
  const shape = vi.fn(() => true)
  const object = z.strictObject({ length }).refine(shape)
  expect(object.parse({ length: 'four' })).toEqual({ length: 4 })
  expect(object.shape).toBe(object.shape)
  expect([make, shape].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a recorded schema is what zod makes of the same declaration', () => {
  const name = z.string().min(2).meta({ title: 'name' })
  const row = z.strictObject({ name, sizes: z.array(z.coerce.number().int()).optional() })
  const all = z.union([row, z.record(z.enum(['a', 'b']), z.null())])
  expect(all.parse({ name: 'xy', sizes: ['3'] })).toEqual({ name: 'xy', sizes: [3] })
  expect(all.parse({ a: null, b: null })).toEqual({ a: null, b: null })
  expect(row.safeParse({ name: 'x' }).success).toBe(false)
  expect(Object.keys(row.shape)).toEqual(['name', 'sizes'])
  expect(row.extend({ more: z.boolean() }).parse({ name: 'xy', more: true })).toEqual({
    name: 'xy',
    more: true,
  })
  expect(z.toJSONSchema(row.catchall(name))).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2, title: 'name' },
      sizes: {
        type: 'array',
        items: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      },
    },
    required: ['name'],
    additionalProperties: { type: 'string', minLength: 2, title: 'name' },
  })
})

test('the file that the build makes of zod has all that is exported', () => {
  expect([...Object.keys(parts), 'NEVER'].sort()).toEqual(Object.keys(z).sort())
})
