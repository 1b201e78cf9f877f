/** The simulator that the tools act on: a session's address, and its control API. */
import { type Fields, ToolError } from './tool.js'

export interface ToolTarget {
  /** Address of the server, or of a session: `http://127.0.0.1:8650/s/a`. */
  readonly url: string
  control(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Fields>
}

interface ErrorReply {
  readonly error?: { readonly message: string; readonly hint: string }
}

export function createToolTarget(address: string, token: string | undefined): ToolTarget {
  const url = address.replace(/\/+$/, '')
  return {
    url,
    async control(method, path, body, signal) {
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const reply = await fetch(`${url}/__sim/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      }).catch((error: Error) => {
        throw unreachable(url, error)
      })
      const content = (await reply.json().catch(() => ({}))) as Fields & ErrorReply
      if (reply.ok) return content
      const { message, hint } = content.error ?? {
        message: `no control API at ${url}: it answered ${reply.status}`,
        hint: 'attach to the address in the ready line of gmx-sim',
      }
      throw new ToolError(`${message}; ${hint}`)
    },
  }
}

export function unreachable(url: string, { message, cause }: Error): ToolError {
  const seen = cause instanceof Error ? cause.message : message
  return new ToolError(
    `no reply from ${url}: ${seen}; check that the simulator runs and what the scenario does`,
  )
}
