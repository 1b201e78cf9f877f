/**
 * The simulated API on Express: session → base address → endpoint → wire. Only this folder knows of sockets; what it
 * says comes from the session.
 */
import express, { type Express, type RequestHandler, Router } from 'express'
import { baseByHost, baseRoutes } from './bases.js'
import { type HttpContext, setSession } from './context.js'
import { CONTROL_CALLS } from './control/index.js'
import { controlRoutes, onControlError } from './control/router.js'
import { noSession } from './control/sessions.js'
import { crossOrigin } from './cross-origin.js'
import { notFound, onError } from './errors.js'
import { indexPage } from './index-page.js'
import { readingRoutes } from './reading.js'

/** An Express app, for whoever mounts it or hands it to supertest. */
export type HttpApp = Express

export function createHttpApp(context: HttpContext): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.use(crossOrigin)
  app.use(baseByHost)
  app.get('/', indexPage)
  if (context.control !== undefined) {
    app.use('/__sim', readingRoutes(context, context.control))
    app.use('/__sim/v1', controlRoutes(context, context.control, CONTROL_CALLS))
  }
  app.use('/s/:session', sessionRoutes(context))
  app.use('/:base', baseRoutes(context))
  app.options('/', (_request, response) => void response.status(204).end())
  app.use(notFound(context))
  app.use(onError(context))
  return app
}

/** A session's own base addresses and control calls. */
function sessionRoutes(context: HttpContext): Router {
  const routes = Router({ mergeParams: true, caseSensitive: true })
  const findSession: RequestHandler = (request, response, next) => {
    const session = context.sessions.find((request.params as { session: string }).session)
    if (session !== undefined) setSession(response, session)
    next(session === undefined ? 'router' : undefined)
  }
  if (context.control !== undefined) {
    const perSession = CONTROL_CALLS.filter((call) => call.perSession)
    routes.use(
      '/__sim/v1',
      requireSession(context),
      controlRoutes(context, context.control, perSession),
      onControlError(context),
    )
  }
  routes.use('/:base', findSession, baseRoutes(context))
  return routes
}

function requireSession(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const { session: id } = request.params as { session: string }
    const session = context.sessions.find(id)
    if (session === undefined) throw noSession(id)
    setSession(response, session)
    next()
  }
}
