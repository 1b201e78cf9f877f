/** Headers that let pages of any origin read replies. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type Cors from 'cors'
import { nativeRequire } from '../../kit/native-require.js'

const cors: typeof Cors = nativeRequire('cors')

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']
const EXPOSED_HEADERS = ['x-gmx-sim-at', 'x-gmx-sim-rule', 'x-gmx-sim-error', 'retry-after']

const readable = cors({
  methods: ALLOWED_METHODS,
  exposedHeaders: EXPOSED_HEADERS,
  preflightContinue: true,
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Allows any page to read the reply, including on preflights, which are answered elsewhere. */
export function crossOrigin(response: ServerResponse): void {
  readable(response.req, response, () => {})
  response.setHeader('x-content-type-options', 'nosniff')
}

/**
 * The same for the simulated API. Before a public page reaches a local address, Chrome asks for permission in a preflight:
 * granted for prices, never for control calls.
 */
export function crossOriginOfApi(response: ServerResponse): void {
  crossOrigin(response)
  const { method, headers } = response.req
  if (method === 'OPTIONS' && headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true')
}

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
