import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from 'cors'

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']
const EXPOSED_HEADERS = ['x-gmx-sim-at', 'x-gmx-sim-rule', 'x-gmx-sim-error', 'retry-after']

/** Lets any web page read every reply; says so on a preflight too, whose answer is left to what follows. */
export const crossOrigin: (
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  response: Pick<ServerResponse, 'setHeader' | 'getHeader'>,
  next: () => void,
) => void = cors({
  methods: ALLOWED_METHODS,
  exposedHeaders: EXPOSED_HEADERS,
  preflightContinue: true,
}) as never
