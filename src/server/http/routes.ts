/**
 * The simulated API as Express routes, a router per generation: every endpoint that `api/endpoints/` declares, by its path and its aliases.
 * Requests arrive located, with the URL below their base address.
 */

import type RouterFactory from 'router'
import { type Endpoint, isServedAt, routePathsOf } from '../../api/endpoints/define.js'
import { ROUTED } from '../../api/endpoints/index.js'
import { nativeRequire } from '../../kit/native-require.js'
import type { Generation } from '../../market/catalogue/bases.js'
import type { HttpContext } from './context.js'
import { createHandlers } from './handlers.js'

const Router: typeof RouterFactory = nativeRequire('router')

export function createRoutes(context: HttpContext, generation: Generation): RouterFactory.Router {
  const to = createHandlers(context, generation)
  const routes = Router({ caseSensitive: true })
  for (const endpoint of ROUTED.filter((each) => isServedAt(each, { generation })) as readonly Endpoint[]) {
    const { takes, isStream } = endpoint
    const route = routes.route(routePathsOf(endpoint))
    if (isStream) route.get((request) => to.open(request, endpoint))
    else if (takes) route.post((request) => to.receive(request, endpoint, takes))
    else route.get((request) => to.read(request, endpoint))
    route.options((request) => to.preflight(request, endpoint))
    route.all((request) => to.otherMethod(request, endpoint))
  }
  routes.post('/', (request, _response, next) => to.jsonRpc(request, next))
  routes.use((request) => to.unknownPath(request))
  return routes
}
