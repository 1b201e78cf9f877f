/** What is only read below `/__sim`: metrics, the two OpenAPI documents and their page. */
import { type RequestHandler, Router } from 'express'
import { ControlError } from '../core/errors.js'
import type { ControlSettings, HttpContext } from './context.js'
import { guard } from './control/guard.js'
import { onControlError } from './control/router.js'
import { createOpenApi, DOCS_FILES, docsFile, docsPageOf, docsStart } from './docs.js'
import { createMetrics } from './metrics.js'

/** To be mounted at `/__sim`, before the calls. */
export function readingRoutes(context: HttpContext, control: ControlSettings): Router {
  const routes = Router({ caseSensitive: true })
  const openApi = createOpenApi(context, control)
  const get = (path: string, ...handlers: RequestHandler[]) =>
    routes.get(path, ...handlers).all(path, onlyGet)
  get('/v1/metrics', guard(control), createMetrics(control.sessions))
  get('/v1/openapi.json', openApi.simulated)
  get('/v1/control-openapi.json', openApi.control)
  get('/docs', docsPageOf('openapi.json'))
  get('/docs/control', docsPageOf('control-openapi.json'))
  get('/docs/start.js', docsStart)
  for (const file of DOCS_FILES) get(`/docs/${file}`, docsFile(file))
  routes.use(onControlError(context))
  return routes
}

const onlyGet: RequestHandler = ({ method }, response) => {
  response.setHeader('allow', 'GET, HEAD')
  throw new ControlError(405, 'wrong-method', `${method} is not one of this call's methods`, 'use GET')
}
