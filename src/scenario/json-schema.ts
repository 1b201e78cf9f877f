/** JSON Schema of scenario files, derived from the schema that parses them. */
import * as z from 'zod'
import type { Bases } from '../market/catalogue/bases.js'
import { BUILT_IN } from '../market/catalogue/networks.js'
import { overlaySchema } from './custom-catalogue/schema.js'
import { CODE_FAULTS } from './faults/index.js'
import { withNames } from './known-bases.js'
import { scenarioSchema } from './schema.js'

/** Draft 7, which all editor plug-ins support; `bases` supplies the network names. */
export function scenarioJsonSchema(bases: Bases = BUILT_IN): Readonly<Record<string, unknown>> {
  return jsonSchemaOf(
    scenarioSchema,
    'scenario',
    'Faults and market moves of a simulated GMX price API',
    (jsonSchema) => {
      withNames(jsonSchema, bases)
      for (const { key } of CODE_FAULTS) withoutKey(jsonSchema, key)
      // Noise of Zod: the type of names.
      if (Object.keys(jsonSchema.propertyNames ?? {}).join() === 'type') delete jsonSchema.propertyNames
    },
  )
}

function jsonSchemaOf(
  schema: z.ZodType,
  kind: string,
  description: string,
  override: (node: z.core.JSONSchema.BaseSchema) => void = () => {},
): Readonly<Record<string, unknown>> {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    // Code-only values, removed by the override.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Metadata for TypeScript, see `npm run generate`, and the bounds of every integer.
      delete jsonSchema.tsType
      delete jsonSchema.tsName
      override(jsonSchema)
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  const patternProperties = { '^x-': { description: 'A place for anchors, and for the data of other tools' } }
  const title = `gmx-sim ${kind}`
  return { $schema, $id: `urn:gmx-sim:${kind}`, title, description, ...described, patternProperties }
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

export function overlayJsonSchemaText(): string {
  const about =
    'Networks, tokens and markets of a simulated GMX price API, added to or replacing the built-in ones'
  return `${JSON.stringify(jsonSchemaOf(overlaySchema, 'catalogue', about), null, 1)}\n`
}
