/** A client of the control API, typed by the declarations of its calls. */
import type * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { withoutUndefined } from '../../kit/maps.js'
import type { ControlErrorCode } from '../../session/control-errors.js'
import type { CONTROL_CALLS } from './index.js'

type Call = Extract<(typeof CONTROL_CALLS)[number], { readonly reply: z.ZodType }>
type CallsByRoute = { readonly [Each in Call as `${Each['method']} ${Each['path']}`]: Each }

/** Replies by method and path. */
export type ControlReplies = {
  readonly [Route in keyof CallsByRoute]: z.output<CallsByRoute[Route]['reply']>
}

/** Values of the query or the body, and of the path. */
type ControlValues<Route extends keyof CallsByRoute> = NonNullable<CallsByRoute[Route]['given']>

export class RejectedCall extends UserError {
  readonly code: ControlErrorCode | undefined

  constructor(call: string, code: ControlErrorCode | undefined, message: string, hint: string) {
    super(`the simulator rejected ${call}`, message, hint)
    this.code = code
  }
}

export type ControlClient = ReturnType<typeof createControlClient>

/** `address` is that of the server, or of a session: `http://127.0.0.1:8650/s/a`. */
export function createControlClient(address: string, token: string | undefined) {
  const url = address.replace(/\/+$/, '')
  return {
    url,
    /**
     * `call('POST /snapshots/:id/restore', { id: '1' })`; text is sent as it is. Rejects with a RejectedCall for an error, and with a
     * UserError without a reply.
     */
    async call<Route extends keyof CallsByRoute>(
      route: Route,
      given: string | ControlValues<Route> = {} as ControlValues<Route>,
      signal: AbortSignal | null = null,
    ): Promise<ControlReplies[Route]> {
      const { method, path, body } = requestOf(route, given)
      const headers = {
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const request = { method, headers, body, signal }
      const reply = await fetch(`${url}/__sim/v1${path}`, request).catch((error: Error) => {
        throw unreachable(url, error)
      })
      const content = await reply.json().catch(() => ({}))
      if (reply.ok) return content as ControlReplies[Route]
      const {
        error = { message: `no control API at ${url}: it answered ${reply.status}`, hint: ADDRESS_HINT },
      } = content as { error?: { code?: ControlErrorCode; message: string; hint: string } }
      throw new RejectedCall(route, error.code, error.message, error.hint)
    },
  }
}

function requestOf(route: string, given: string | object) {
  const [method = '', declared = ''] = route.split(' ')
  if (typeof given === 'string') return { method, path: declared, body: given }
  const values: Record<string, unknown> = { ...withoutUndefined(given) }
  const path = declared.replace(/:(\w+)/g, (_all, name: string) => {
    const value = String(values[name])
    delete values[name]
    return encodeURIComponent(value)
  })
  if (Object.keys(values).length === 0) return { method, path, body: null }
  if (method !== 'GET') return { method, path, body: JSON.stringify(values) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) query.set(name, String(value))
  return { method, path: `${path}?${query}`, body: null }
}

const ADDRESS_HINT = 'write the address in the ready line of gmx-sim'

export function unreachable(url: string, { message, cause }: Error): UserError {
  const seen = cause instanceof Error ? cause.message : message
  return new UserError(
    `no reply from ${url}`,
    seen,
    'check that the simulator runs and what the scenario does',
  )
}
