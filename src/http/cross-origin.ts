/** What browsers are told of replies: any page may read them, and nobody may take one for something else than it says it is. */
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

/** Lets any web page read the reply; says so on a preflight too, whose answer is left to what follows. */
export function crossOrigin(request: RequestHead, response: Head): void {
  readable(request, response, () => {})
  response.setHeader('x-content-type-options', 'nosniff')
}

/**
 * The same for the simulated API. Chrome asks before a public page reaches for this machine; prices may be read by any
 * page, control calls never say so.
 */
export function crossOriginOfApi(request: RequestHead, response: Head): void {
  crossOrigin(request, response)
  if (request.method === 'OPTIONS' && request.headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true')
}

/** Whether a browser asks if a page may ask. */
export function isPreflight({ method, headers }: RequestHead): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
