/**
 * The simulated API on Express: place → session → endpoint's route → session. Only this folder knows of sockets; what it
 * says comes from the session.
 */
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import type { BaseAddress, Bases } from '../catalogue/bases.js'
import { late } from '../core/late.js'
import type { Endpoint } from '../endpoints/define.js'
import { ENDPOINTS } from '../endpoints/index.js'
import { type BasePlace, locate } from '../exchange/locate.js'
import { basesAt, type HttpContext, placeOf, sessionAt, setPlace } from './context.js'
import type { ControlApi } from './control-api.js'
import { crossOrigin } from './cross-origin.js'
import { answerPreflight, lastResort, notFound, onError, wrongMethod } from './errors.js'
import { serveIcon } from './icon.js'
import { createIndexPage } from './index-page.js'
import { journalNowhere } from './nowhere.js'
import { serveProbes } from './probes.js'
import { createServe } from './serve.js'

/** An Express app, for whoever mounts it or hands it to supertest. */
export type HttpApp = Express

export function createHttpApp(context: HttpContext): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  // No reply has a validator, so none is ever unmodified; Express would take `If-None-Match: *` for one that is.
  Object.defineProperty(app.request, 'fresh', { value: false })
  endHere(app, context)
  app.use((request, response, next) => {
    crossOrigin(request, response)
    next()
  })
  app.use(locating(context))
  app.use(serveIcon)
  app.use(journalNowhere(context))
  app.use(notFound(context))
  app.use(onError(context))
  return app
}

/** Whatever finds no way through the app is answered by it, unless it is part of somebody else's. */
function endHere(app: Express, context: HttpContext): void {
  const inner = app as unknown as { handle(request: Request, response: Response, next?: NextFunction): void }
  const handle = inner.handle.bind(app)
  inner.handle = (request, response, next) =>
    handle(request, response, next ?? lastResort(context, request, response))
}

/** Hands each request to the routes of its place. */
function locating(context: HttpContext): RequestHandler {
  const bases = baseRoutes(context)
  const index = indexRoutes(context)
  const control = controlRoutes(context)
  const probes = serveProbes(context)
  const basesOf = (session: string | undefined): Bases => basesAt(context, session)
  return (request, response, next) => {
    const place = locate(basesOf, request.url, request.headers.host, portBaseOf(context, request))
    setPlace(response, place)
    switch (place.kind) {
      case 'base':
        if (sessionAt(context, place) === undefined) return next()
        request.url = place.url
        return bases(request, response, next)
      case 'control':
        return probes(request, response, () => {
          request.url = place.url
          request.baseUrl += place.session === undefined ? '/__sim' : `/s/${place.session}/__sim`
          control(request, response, next)
        })
      case 'index':
        return sessionAt(context, place) === undefined ? next() : index(request, response, next)
      case 'nowhere':
        return next()
    }
  }
}

function portBaseOf(
  { portBases }: HttpContext,
  { socket }: Parameters<RequestHandler>[0],
): BaseAddress | undefined {
  return portBases.size === 0 || socket.localPort === undefined ? undefined : portBases.get(socket.localPort)
}

/** All that lies below a base address: a route for each endpoint, and the paths at which there is nothing. */
function baseRoutes(context: HttpContext): Router {
  const routes = Router({ caseSensitive: true })
  const serve = createServe(context)
  const answering =
    (endpoint: Endpoint | undefined): RequestHandler =>
    (request, response, next) => {
      const place = placeOf(response) as BasePlace
      const session = sessionAt(context, place)
      if (session === undefined) return next()
      if (endpoint !== undefined)
        context.routed.remember(request, request.originalUrl, { ...place, endpoint })
      serve(session, { base: place.base, endpoint }, place.url, request, response)
    }
  for (const endpoint of ENDPOINTS)
    routes.all([endpoint.path, ...(endpoint.aliases ?? [])], answering(endpoint))
  routes.use(answering(undefined))
  return routes
}

/** Where everything is: of the server's own session and of all others. */
function indexRoutes(context: HttpContext): RequestHandler {
  const indexPage = createIndexPage(context)
  return (request, response, next) => {
    if (request.method === 'OPTIONS') answerPreflight(request, response)
    else if (request.method === 'GET' || request.method === 'HEAD') indexPage(request, response, next)
    else wrongMethod(context)(request, response, next)
  }
}

const loadControlApi = late(() => import('./control-api.js'))
const loadUi = late(() => import('./ui.js'))

/** The control API, loaded with the first call: most starts of a server are not followed by any. */
function controlRoutes(context: HttpContext): RequestHandler {
  const { control } = context
  if (control === undefined) return async (...asked) => (await loadUi()).uiOff(...asked)
  let api: Promise<ControlApi> | undefined
  const load = async () => (await loadControlApi()).createControlApi(context, control)
  return async (request, response, next) => {
    api ??= load().catch((error: unknown) => {
      api = undefined
      throw error
    })
    ;(await api)(request, response, next)
  }
}
