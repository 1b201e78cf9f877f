/** The Express app: the index and everything below `/__sim`. Requests arrive already located, see `listener.ts`. */
import type { RequestHandler } from 'express'
import { pathOf } from '../../api/routing/locate.js'
import type { DescribedCall } from '../control/define.js'
import { CONTROL_CALLS } from '../control/index.js'
import { noSession } from '../control/sessions.js'
import { type ControlContext, type HttpApp, type HttpContext, sessionAt, targetOf } from './context.js'
import { controlRoutes, notAllowed, onControlError } from './control-router.js'
import { crossOrigin } from './cross-origin.js'
import { createOpenApi, DOCS_FILES, DOCS_PAGES, docsFile, docsPageOf, docsStart } from './docs.js'
import { express, Router } from './express.js'
import { guard } from './guard.js'
import { createIndexPage } from './index-page.js'
import { uiOff, uiRoutes } from './ui.js'

export function createHttpApp(context: HttpContext): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  // Replies carry no validator, so none is ever "not modified"; Express would treat `If-None-Match: *` as a match.
  Object.defineProperty(app.request, 'fresh', { value: false })
  const index = createIndexPage(context)
  const control = context.control === undefined ? uiOff : controlApi({ ...context, control: context.control })
  const probes = serveProbes(context)
  app.use((request, response, next) => {
    const place = targetOf(response)
    crossOrigin(response)
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

/**
 * Health probes for orchestrators: liveness and readiness. Open to all, as they reveal no secrets and change nothing, and served
 * with `--no-control`, too.
 */
function serveProbes(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const place = targetOf(response)
    const path = place.kind === 'control' && place.session === undefined ? pathOf(place.url) : ''
    if (path !== '/v1/live' && path !== '/v1/ready') return next()
    response.setHeader('cache-control', 'no-store')
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed(request, response)
      if (path === '/v1/ready') context.readiness.requireReady()
      response.json({ status: path.slice('/v1/'.length) })
    } catch (error) {
      onControlError(context)(error, request, response, next)
    }
  }
}

/** Everything below `/__sim` of the server, or of a session if the target names one. */
function controlApi(context: ControlContext): RequestHandler {
  const server = Router({ caseSensitive: true })
  const guarded = guard(context.control)
  const ui = uiRoutes(context)
  server.use(ui, documentRoutes(context, guarded))
  server.use('/v1', guarded, controlRoutes(context, CONTROL_CALLS))
  server.use(onControlError(context))
  const perSession = CONTROL_CALLS.filter((call: DescribedCall) => !call.isOfServer)
  const inSession = Router({ caseSensitive: true })
  inSession.get('/', indexOf(PAGES))
  inSession.use(ui)
  // Without the token, nobody learns which sessions exist.
  inSession.use('/v1', guarded, requireSession(context), controlRoutes(context, perSession))
  inSession.use(onControlError(context))
  return (request, response, next) => {
    const routes = targetOf(response).session === undefined ? server : inSession
    routes(request, response, next)
  }
}

/** Read-only routes: metrics, both OpenAPI documents, and their page. */
function documentRoutes(context: ControlContext, guarded: RequestHandler): Router {
  const routes = Router({ caseSensitive: true })
  const openApi = createOpenApi(context, CONTROL_CALLS)
  const get = (path: string, ...handlers: RequestHandler[]) =>
    routes.get(path, ...handlers).all(path, (request, response) => {
      throw notAllowed(request, response)
    })
  get('/', indexOf({ ...PAGES, ...SERVER_PAGES }))
  get('/v1/metrics', guarded, scraping(context))
  get('/v1/openapi.json', openApi.simulated)
  get('/v1/control-openapi.json', openApi.control)
  for (const page of DOCS_PAGES) get(page.path, docsPageOf(page))
  get('/docs/start.js', docsStart)
  for (const file of DOCS_FILES) get(`/docs/${file}`, docsFile(file))
  return routes
}

/** Metrics cover all sessions, including ended ones. */
function scraping({ metrics, streams, sessions: { list, heldCount } }: HttpContext): RequestHandler {
  return async (_request, response) => {
    const gauges = { sessions: list().length, heldRequests: heldCount(), streams }
    const { contentType, text } = await metrics.scrape(gauges)
    response.setHeader('content-type', contentType)
    response.end(text)
  }
}

function requireSession(context: HttpContext): RequestHandler {
  return (_request, response, next) => {
    const place = targetOf(response)
    if (sessionAt(context, place) === undefined) throw noSession(place.session ?? '')
    next()
  }
}

/** Pages and calls that `GET /__sim` lists; paths include the path at which the app is mounted. */
const PAGES = {
  dashboard: '/ui/',
  scenario: '/v1/scenario',
  journal: '/v1/journal',
  clock: '/v1/clock',
}

/** Of the server only. */
const SERVER_PAGES = {
  health: '/v1/health',
  metrics: '/v1/metrics',
  docs: '/docs',
  controlDocs: '/docs/control',
  openApi: '/v1/openapi.json',
  controlOpenApi: '/v1/control-openapi.json',
}

function indexOf(pages: Readonly<Record<string, string>>): RequestHandler {
  return ({ baseUrl }, response) => {
    response.json(Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, baseUrl + path])))
  }
}
