/**
 * The simulated API as Express routes, a router per generation: every endpoint that `api/endpoints/` declares, by its path and its aliases.
 * Requests arrive located, with the URL below their base address.
 */

import Router from 'router'
import { type Endpoint, isServedAt, pathsOf } from '../../api/endpoints/define.js'
import { ROUTED } from '../../api/endpoints/index.js'
import type { Generation } from '../../market/catalogue/bases.js'
import type { HttpContext } from './context.js'
import { createHandlers } from './handlers.js'

export function createRoutes(context: HttpContext, generation: Generation): Router.Router {
  const { read, receive, open, preflight, otherMethod, jsonRpc, unknownPath, fail } = createHandlers(
    context,
    generation,
  )
  const routes = Router({ caseSensitive: true })
  for (const endpoint of ROUTED.filter((each) => isServedAt(each, { generation })) as readonly Endpoint[]) {
    const route = routes.route(pathsOf(endpoint))
    if (endpoint.isStream) route.get(open(endpoint))
    else if (endpoint.takes) route.post(receive(endpoint, endpoint.takes))
    else route.get(read(endpoint))
    route.options(preflight(endpoint))
    route.all(otherMethod(endpoint))
  }
  routes.post('/', jsonRpc)
  routes.use(unknownPath)
  routes.use(fail)
  return routes
}
