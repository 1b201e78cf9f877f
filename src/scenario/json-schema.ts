/** The JSON Schema of scenario files, for editors and other programs: made from the schema that reads them. */
import * as z from 'zod'
import type { Bases } from '../catalogue/bases.js'
import { BUILT_IN } from '../catalogue/networks.js'
import { CODE_FAULTS } from './faults/index.js'
import { withNames } from './known-bases.js'
import { scenarioSchema } from './schema.js'

/** Draft 7, which the editors' YAML and JSON plug-ins all know; `bases` has the networks that may be named. */
export function scenarioJsonSchema(bases: Bases = BUILT_IN): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    target: 'draft-7',
    // What only code can write, and is left out here.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // For the types of TypeScript, see `npm run types:inputs`.
      delete jsonSchema.tsType
      delete jsonSchema.tsName
      withNames(jsonSchema, bases)
      for (const { key } of CODE_FAULTS) withoutKey(jsonSchema, key)
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

/** Takes a fault's key out of the keys that may stand there, and out of the choices between them. */
function withoutKey(node: z.core.JSONSchema.BaseSchema, key: string): void {
  if (node.oneOf === undefined || node.properties?.[key] === undefined) return
  delete node.properties[key]
  const isAbout = (choice: z.core.JSONSchema._JSONSchema) =>
    typeof choice === 'object' && choice.required?.includes(key) === true
  node.oneOf = node.oneOf.filter((choice) => !isAbout(choice))
  for (const { not } of node.oneOf)
    if (typeof not === 'object' && not.anyOf !== undefined)
      not.anyOf = not.anyOf.filter((choice) => !isAbout(choice))
}

/** The same as text; of the built-in networks it is fixtures/scenario.schema.json. */
export function scenarioJsonSchemaText(bases?: Bases): string {
  return `${JSON.stringify(scenarioJsonSchema(bases), null, 2)}\n`
}
