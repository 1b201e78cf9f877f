/** The JSON Schema of scenario files, for editors and other programs: made from the schema that reads them. */
import * as z from 'zod'
import { scenarioSchema } from './schema.js'

/** Draft 7, which the editors' YAML and JSON plug-ins all know. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    target: 'draft-7',
    override({ jsonSchema }) {
      // For the types of TypeScript, see `npm run types:inputs`.
      delete jsonSchema.tsType
      delete jsonSchema.tsName
      // Zod's own bound of whole numbers and the type of names say nothing that JSON does not.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (Object.keys(jsonSchema.propertyNames ?? {}).join() === 'type') delete jsonSchema.propertyNames
    },
  })
  return {
    $schema,
    $id: 'urn:gmx-sim:scenario',
    title: 'gmx-sim scenario',
    description: 'What a simulated GMX price API does wrong, when, and what its market does meanwhile',
    ...schema,
  }
}

/** The same as the text of fixtures/scenario.schema.json. */
export function scenarioJsonSchemaText(): string {
  return `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`
}
