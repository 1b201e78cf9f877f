/** Types and schemas of the tools, which act on a simulator through its control API. */
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
  /** Returns the structured content; throws an error that says in one sentence what failed, what was seen and what to write. */
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

export function schemaOf(schema: Parameters<typeof toJsonSchema>[0], io: 'input' | 'output'): ObjectSchema {
  return toJsonSchema(schema, io) as unknown as ObjectSchema
}
