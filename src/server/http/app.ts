/** The Express app: the index and everything below `/__sim`. Requests arrive already located, see `listener.ts`. */
import express, { type RequestHandler, Router } from 'express'
import { ControlError } from '../../kit/errors.js'
import { CONTROL_CALLS } from '../control/index.js'
import { noSession } from '../control/sessions.js'
import { type HttpApp, type HttpContext, knownSessionAt, targetOf } from './context.js'
import { serverIndex, sessionIndex } from './control-index.js'
import { controlRoutes, onControlError } from './control-router.js'
import { crossOrigin } from './cross-origin.js'
import { createOpenApi, DOCS_FILES, docsFile, docsPageOf, docsStart } from './docs.js'
import { type ControlSettings, guard } from './guard.js'
import { createIndexPage } from './index-page.js'
import { serveProbes } from './probes.js'
import { uiOff, uiRoutes } from './ui.js'

export function createHttpApp(context: HttpContext, settings: ControlSettings | undefined): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  // Replies carry no validator, so none is ever "not modified"; Express would treat `If-None-Match: *` as a match.
  Object.defineProperty(app.request, 'fresh', { value: false })
  const index = createIndexPage(context)
  const control = settings === undefined ? uiOff : controlApi(context, settings)
  const probes = serveProbes(context)
  app.use((request, response, next) => {
    const place = targetOf(response)
    crossOrigin(request, response)
    if (place.kind !== 'control') return index(request, response, next)
    return probes(request, response, () => {
      request.url = place.url.startsWith('/') ? place.url : `/${place.url}`
      request.baseUrl += place.session === undefined ? '/__sim' : `/s/${place.session}/__sim`
      return control(request, response, next)
    })
  })
  // A plain node:http function, which Express's type hides.
  return app as unknown as HttpApp
}

/** Everything below `/__sim` of the server, or of a session if the target names one. */
function controlApi(context: HttpContext, control: ControlSettings): RequestHandler {
  const server = Router({ caseSensitive: true })
  const ui = uiRoutes(context, control)
  server.use(ui, documentRoutes(context, control))
  server.use('/v1', guard(control), controlRoutes(context, control, CONTROL_CALLS))
  server.use(onControlError(context))
  const perSession = CONTROL_CALLS.filter((call) => call.perSession)
  const inSession = Router({ caseSensitive: true })
  inSession.get('/', sessionIndex)
  inSession.use(ui)
  // Without the token, nobody learns which sessions exist.
  inSession.use('/v1', guard(control), requireSession(context), controlRoutes(context, control, perSession))
  inSession.use(onControlError(context))
  return (request, response, next) => {
    const routes = targetOf(response).session === undefined ? server : inSession
    routes(request, response, next)
  }
}

/** Read-only routes: metrics, both OpenAPI documents, and their page. */
function documentRoutes(context: HttpContext, control: ControlSettings): Router {
  const routes = Router({ caseSensitive: true })
  const openApi = createOpenApi(context, control, CONTROL_CALLS)
  const get = (path: string, ...handlers: RequestHandler[]) =>
    routes.get(path, ...handlers).all(path, onlyGet)
  get('/', serverIndex)
  get('/v1/metrics', guard(control), scraping(context))
  get('/v1/openapi.json', openApi.simulated)
  get('/v1/control-openapi.json', openApi.control)
  get('/docs', docsPageOf('openapi.json'))
  get('/docs/control', docsPageOf('control-openapi.json'))
  get('/docs/start.js', docsStart)
  for (const file of DOCS_FILES) get(`/docs/${file}`, docsFile(file))
  routes.use(onControlError(context))
  return routes
}

/** Metrics cover all sessions, including ended ones. */
function scraping({ metrics, sessions: { root, list } }: HttpContext): RequestHandler {
  return async (_request, response) => {
    const sessions = list()
    const heldRequests = [root, ...sessions].reduce((sum, { waits }) => sum + waits.held, 0)
    const { contentType, text } = await metrics.scrape({ sessions: sessions.length, heldRequests })
    response.setHeader('content-type', contentType)
    response.end(text)
  }
}

function requireSession(context: HttpContext): RequestHandler {
  return (_request, response, next) => {
    const place = targetOf(response)
    if (knownSessionAt(context, place) === undefined) throw noSession(place.session ?? '')
    next()
  }
}

const onlyGet: RequestHandler = ({ method }, response) => {
  response.setHeader('allow', 'GET, HEAD')
  throw new ControlError('wrong-method', `${method} is not one of this call's methods`)
}
