/** Base addresses: the first path segment, or the first label of a Host such as `arbitrum-fallback.localhost`. */
import { type RequestHandler, Router } from 'express'
import { baseOfPrefix } from '../catalogue/networks.js'
import type { Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { handle } from '../session/handle.js'
import { type HttpContext, sessionOf } from './context.js'
import { firingFor, hasBaseHost, headerOf, searchOf } from './front.js'
import { isByOwnPort } from './split-ports.js'
import { createSocketWire } from './wire.js'

/** Where a base address goes in a path: at its beginning, or behind the session; not before a control call. */
const IN_SESSION = /^(\/s\/[^/?]+)?(?!(\/s\/[^/?]+)?\/__sim(\/|$))/

/** Turns a base address in the Host header into the same by path, so that there is one way from here on. */
export const baseByHost: RequestHandler = (request, _response, next) => {
  const label = /^([a-z0-9-]+)\.localhost(:|$)/i.exec(request.headers.host ?? '')?.[1].toLowerCase()
  if (label !== undefined && baseOfPrefix(label) !== undefined && !isByOwnPort(request))
    request.url = request.url.replace(IN_SESSION, `$1/${label}`)
  next()
}

/** All that lies below one base address: the endpoints, and the paths at which there is nothing. */
export function baseRoutes(context: HttpContext): Router {
  const routes = Router({ mergeParams: true, caseSensitive: true })
  for (const endpoint of ENDPOINTS)
    routes.all([endpoint.path, ...(endpoint.aliases ?? [])], answering(context, endpoint))
  routes.use(answering(context, undefined))
  return routes
}

function answering(context: HttpContext, endpoint: Endpoint | undefined): RequestHandler {
  return async (request, response, next) => {
    const base = baseOfPrefix((request.params as { base: string }).base)
    if (base === undefined) return next()
    const session = sessionOf(context.sessions, response)
    const arrival = {
      network: base.network,
      base: base.base,
      endpoint: endpoint?.id,
      method: request.method,
      url: request.url,
      search: searchOf(request.url),
      header: (name: string) => headerOf(request, name),
      atMs: session.nowMs(),
    }
    const { epoch } = session
    const wire = createSocketWire(request, response, session, context.quietHeaders, (reply) => {
      // While signing code was loaded, say, another scenario may have come: this reply is the last one's.
      if (session.epoch !== epoch) return
      if (endpoint !== undefined && !hasBaseHost(request) && !isByOwnPort(request))
        context.memo?.keep(session, request.originalUrl, arrival, endpoint, reply, response)
    })
    await handle(session, arrival, endpoint, wire, firingFor(request))
  }
}
