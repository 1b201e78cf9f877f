import * as z from '../../kit/zod.js'
import { overlaySchema } from './schema.js'

export function overlayJsonSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(overlaySchema, {
    io: 'input',
    target: 'draft-7',
    override({ jsonSchema }) {
      delete jsonSchema.tsType
      delete jsonSchema.tsName
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  const document = {
    $schema,
    $id: 'urn:gmx-sim:catalogue',
    title: 'gmx-sim catalogue',
    description:
      'Networks, tokens and markets of a simulated GMX price API, added to or replacing the built-in ones',
    ...schema,
  }
  return `${JSON.stringify(document, null, 1)}\n`
}
