/** JSON Schema of scenario files, derived from the schema that parses them. */

import * as z from '../kit/zod.js'
import type { Bases } from '../market/catalogue/bases.js'
import { BUILT_IN } from '../market/catalogue/networks.js'
import { CODE_FAULTS } from './faults/index.js'
import { withNames } from './known-bases.js'
import { scenarioSchema } from './schema.js'

/** Draft 7, which all editor plug-ins support; `bases` supplies the network names. */
export function scenarioJsonSchema(bases: Bases = BUILT_IN): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    target: 'draft-7',
    // Code-only values, removed below.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Metadata for TypeScript, see `npm run generate`.
      delete jsonSchema.tsType
      delete jsonSchema.tsName
      withNames(jsonSchema, bases)
      for (const { key } of CODE_FAULTS) withoutKey(jsonSchema, key)
      // Noise of Zod: the bounds of integers and the type of names.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (Object.keys(jsonSchema.propertyNames ?? {}).join() === 'type') delete jsonSchema.propertyNames
    },
  })
  return {
    $schema,
    $id: 'urn:gmx-sim:scenario',
    title: 'gmx-sim scenario',
    description: 'Faults and market moves of a simulated GMX price API',
    ...schema,
  }
}

/** Removes a fault's key from properties and alternatives. */
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

/** The same as text; for the built-in networks it is fixtures/scenario.schema.json. */
export function scenarioJsonSchemaText(bases?: Bases): string {
  return `${JSON.stringify(scenarioJsonSchema(bases), null, 1)}\n`
}
