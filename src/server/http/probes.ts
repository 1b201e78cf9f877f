/**
 * Health probes for orchestrators: liveness and readiness. Open to all, as they reveal no secrets and change nothing, and served
 * with `--no-control`, too.
 */
import type { RequestHandler } from 'express'
import { pathOf } from '../../api/routing/locate.js'
import { ControlError } from '../../kit/errors.js'
import { type HttpContext, targetOf } from './context.js'

type Probe = (context: Pick<HttpContext, 'readiness'>) => { readonly status: string }

const PROBES: ReadonlyMap<string, Probe> = new Map<string, Probe>([
  ['/v1/live', () => ({ status: 'live' })],
  [
    '/v1/ready',
    ({ readiness }) => {
      readiness.requireReady()
      return { status: 'ready' }
    },
  ],
])

/** Answers the server's probes only. */
export function serveProbes(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const place = targetOf(response)
    const probe =
      place.kind === 'control' && place.session === undefined ? PROBES.get(pathOf(place.url)) : undefined
    if (probe === undefined) return next()
    response.setHeader('cache-control', 'no-store')
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD')
        const message = `${request.method} is not one of this call's methods`
        throw new ControlError('wrong-method', message)
      }
      response.json(probe(context))
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      const { status, code, message, hint } = error
      response.status(status).json({ error: { code, message, hint } })
    }
  }
}
