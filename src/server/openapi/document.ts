/** Common parts of both OpenAPI documents, which are generated from ENDPOINTS (simulated.ts) and CONTROL_CALLS (control.ts). */

import * as z from 'zod'
import { VERSION } from '../../kit/version.js'
import { BUILT_IN } from '../../market/catalogue/networks.js'
import { withNames } from '../../scenario/known-bases.js'

export const OPENAPI_VERSION = '3.1.1'

export type OpenApiPart = { readonly [key: string]: unknown }

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: OpenApiPart
  readonly servers: readonly OpenApiPart[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiPart>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, OpenApiPart>>>>
  readonly security?: readonly OpenApiPart[]
}

export function infoOf(title: string, description: string): OpenApiPart {
  return { title, version: VERSION, description, license: { name: 'MIT', identifier: 'MIT' } }
}

export function reference(kind: 'schemas' | 'headers' | 'responses', name: string): OpenApiPart {
  return { $ref: `#/components/${kind}/${name}` }
}

export function jsonContent(schema: OpenApiPart): OpenApiPart {
  return { 'application/json': { schema } }
}

/** Converts to an OpenAPI 3.1 schema (JSON Schema 2020-12), with the network names of `bases`. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', bases = BUILT_IN): OpenApiPart {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Metadata for faults and types, not part of the wire format.
      for (const key of ['role', 'order', 'unit', 'bound', 'tsType', 'tsName']) delete jsonSchema[key]
      withNames(jsonSchema, bases)
      // Noise: the bounds of every JavaScript integer, and patterns that a format implies.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return described
}

/** `signed-prices` → `SignedPrices`, `/sessions/:id` → `SessionsId`. */
export function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? []
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
