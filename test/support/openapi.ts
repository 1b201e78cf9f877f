/** OpenAPI documents as read by common tools. */
import { Validator } from '@seriousme/openapi-schema-validator'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument, OpenApiPart } from '../../src/server/openapi/document.js'

/** Errors found by a standard validator. */
export async function mistakesIn(document: OpenApiDocument): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
  return valid ? [] : errors
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: OpenApiPart
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** Validates bodies by the schema of an operation and status. */
export function replyChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const known = new Map<string, ValidateFunction>()
  return (method: string, path: string, status: number, body: unknown): unknown[] => {
    const pointer = ['paths', path, method, 'responses', String(status)]
    const response = follow(document, pointer)
    const end = [...response, 'content', 'application/json', 'schema'].map(escaped).join('/')
    const check = known.get(end) ?? ajv.compile({ $ref: `document#/${end}` })
    known.set(end, check)
    return check(body) ? [] : (check.errors ?? [])
  }
}

/** Schemas of the events of a call, by name. */
export function eventSchemasOf(
  { paths }: OpenApiDocument,
  path: string,
): Record<string, (data: unknown) => unknown[]> {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const pointer = ['get', 'responses', '200', 'content', 'text/event-stream', 'x-events']
  const schemas = pointer.reduce<unknown>(
    (part, key) => (part as OpenApiPart)[key],
    paths[path],
  ) as OpenApiPart
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const check = ajv.compile(schema as OpenApiPart)
      return [name, (data) => (check(data) ? [] : (check.errors ?? []))]
    }),
  )
}

/** Resolves a `$ref` at the pointer, if any. */
function follow(document: OpenApiDocument, pointer: readonly string[]): string[] {
  const found = pointer.reduce<unknown>((part, key) => (part as OpenApiPart | undefined)?.[key], document)
  if (found === undefined) throw new Error(`nothing is documented at ${pointer.join(' ')}`)
  const { $ref } = found as { $ref?: string }
  return $ref === undefined ? [...pointer] : $ref.split('/').slice(1)
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
