/** A tool that agents call: JSON Schemas for them, a function for the server. */
import { toJsonSchema } from '../../server/openapi/document.js'

export type Fields = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  /** Changes neither the simulator nor anything else. */
  readonly isReadOnly: boolean
  /** Runs a program of the caller, which may do anything. */
  readonly runsProgram?: boolean
  /** Returns the structured content; throws a UserError or a ToolError for a mistake of the caller. */
  run(args: Fields, signal: AbortSignal, onProgress: OnProgress): Promise<Fields>
}

/** Receives a line about the step that a long tool has reached. */
export type OnProgress = (message: string) => void

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Fields>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly [key: string]: unknown
}

/** A refusal in one sentence: what failed, what was seen, what to write. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

export function objectSchema(
  properties: ObjectSchema['properties'],
  required: readonly string[] = [],
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export function schemaOf(schema: Parameters<typeof toJsonSchema>[0], io: 'input' | 'output'): ObjectSchema {
  return toJsonSchema(schema, io) as unknown as ObjectSchema
}
