/** The simulator that the tools act on: a session's address, and its control API. */
import { toJsonSchema } from '../../server/openapi/document.js'

export type ToolTarget = ReturnType<typeof createToolTarget>

/** `address` is that of the server, or of a session: `http://127.0.0.1:8650/s/a`. */
export function createToolTarget(address: string, token: string | undefined) {
  const url = address.replace(/\/+$/, '')
  return {
    url,
    async control(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Fields> {
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const reply = await fetch(`${url}/__sim/v1${path}`, {
        method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      }).catch((error: Error) => {
        throw unreachable(url, error)
      })
      const content = (await reply.json().catch(() => ({}))) as Fields & {
        readonly error?: { readonly message: string; readonly hint: string }
      }
      if (reply.ok) return content
      const { message, hint } = content.error ?? {
        message: `no control API at ${url}: it answered ${reply.status}`,
        hint: 'attach to the address in the ready line of gmx-sim',
      }
      throw new Error(`${message}; ${hint}`)
    },
  }
}

export function unreachable(url: string, { message, cause }: Error): Error {
  const seen = cause instanceof Error ? cause.message : message
  return new Error(`no reply from ${url}: ${seen}; check that the simulator runs and what the scenario does`)
}

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
