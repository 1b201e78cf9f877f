/**
 * What a server listens with: Express, and ahead of it a look-up of the addresses that Express has routed before. The same
 * few are asked again and again, and routing one takes longer than sending its finished reply. What it finds goes the same
 * way as from Express on, see `serve.ts`.
 */
import type { RequestListener } from 'node:http'
import type { HttpContext } from './context.js'
import { createServe } from './serve.js'

export function createListener(app: RequestListener, context: HttpContext): RequestListener {
  const { sessions, routed } = context
  const serve = createServe(context)
  return (request, response) => {
    const place = request.method === 'GET' ? routed.find(request) : undefined
    if (place === undefined) return app(request, response)
    const session = place.session === undefined ? sessions.root : sessions.find(place.session)
    // Another session may have taken the name since, with other base addresses.
    if (session === undefined || session.catalogue.bases.ofPrefix(place.base.prefix) !== place.base)
      return app(request, response)
    serve(session, place, (request.url ?? '').slice(place.prefixLength), request, response)
  }
}
