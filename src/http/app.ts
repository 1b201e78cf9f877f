/**
 * The simulated API on Express: session → base address → endpoint → wire. Only this folder knows of sockets; what it
 * says comes from the session.
 */
import express, { type Express, type RequestHandler, Router } from 'express'
import { baseByHost, baseRoutes } from './bases.js'
import { type HttpContext, setSession } from './context.js'
import type { ControlMounts } from './control/mount.js'
import { crossOrigin } from './cross-origin.js'
import { notFound, onError, wrongMethod } from './errors.js'
import { indexPage } from './index-page.js'

/** An Express app, for whoever mounts it or hands it to supertest. */
export type HttpApp = Express

export function createHttpApp(context: HttpContext): HttpApp {
  const app = createBareApp()
  app.use(baseByHost)
  app.use(indexRoutes(context))
  const control = loadControl(context)
  app.use('/__sim', control('server'))
  app.use('/s/:session', sessionRoutes(context, control('session')))
  app.use('/:base', baseRoutes(context))
  app.use(notFound(context))
  app.use(onError(context))
  return app
}

function createBareApp(): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.use(crossOrigin)
  return app
}

/** Where everything is: of the server's own session and of all others. */
function indexRoutes(context: HttpContext): Router {
  const routes = Router({ mergeParams: true, caseSensitive: true })
  routes
    .route('/')
    .get(indexPage)
    .options((_request, response) => void response.status(204).end())
    .all(wrongMethod(context))
  return routes
}

/** A session's own base addresses and control calls. */
function sessionRoutes(context: HttpContext, control: RequestHandler): Router {
  const routes = Router({ mergeParams: true, caseSensitive: true })
  const findSession: RequestHandler = (request, response, next) => {
    const session = context.sessions.find((request.params as { session: string }).session)
    if (session !== undefined) setSession(response, session)
    next(session === undefined ? 'router' : undefined)
  }
  routes.use('/__sim', control)
  routes.use(findSession, indexRoutes(context))
  routes.use('/:base', baseRoutes(context))
  return routes
}

/** The control API, loaded with the first call: most starts of a server are not followed by any. */
function loadControl(context: HttpContext): (mount: keyof ControlMounts) => RequestHandler {
  const { control } = context
  if (control === undefined) return () => (_request, _response, next) => next()
  let mounts: Promise<ControlMounts> | undefined
  const load = async () => (await import('./control/mount.js')).createControlMounts(context, control)
  return (mount) => async (request, response, next) => {
    mounts ??= load().catch((error: unknown) => {
      mounts = undefined
      throw error
    })
    const { [mount]: routes } = await mounts
    routes(request, response, next)
  }
}
