/** Cross-origin headers: any page may read replies, and browsers must not guess content types. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from 'cors'

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']
const EXPOSED_HEADERS = ['x-gmx-sim-at', 'x-gmx-sim-rule', 'x-gmx-sim-error', 'retry-after']

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>
type Head = Pick<ServerResponse, 'setHeader' | 'getHeader'>

const readable = cors({
  methods: ALLOWED_METHODS,
  exposedHeaders: EXPOSED_HEADERS,
  preflightContinue: true,
}) as unknown as (request: RequestHead, response: Head, next: () => void) => void

/** Allows any page to read the reply, including on preflights, which are answered elsewhere. */
export function crossOrigin(request: RequestHead, response: Head): void {
  readable(request, response, () => {})
  response.setHeader('x-content-type-options', 'nosniff')
}

/**
 * The same for the simulated API. Before a public page reaches a local address, Chrome asks for permission in a preflight:
 * granted for prices, never for control calls.
 */
export function crossOriginOfApi(request: RequestHead, response: Head): void {
  crossOrigin(request, response)
  if (request.method === 'OPTIONS' && request.headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true')
}

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: RequestHead): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
