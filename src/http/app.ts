/**
 * The simulated API on Express: base address → endpoint → session → wire. Only this folder knows of sockets; what it
 * says comes from the session.
 */
import cors from 'cors'
import express, { type Express } from 'express'
import { baseByHost, baseRoutes } from './bases.js'
import type { HttpContext } from './context.js'
import { notFound, onError } from './errors.js'
import { indexPage } from './index-page.js'

/** An Express app, for whoever mounts it or hands it to supertest. */
export type HttpApp = Express

const EXPOSED_HEADERS = ['x-gmx-sim-at', 'x-gmx-sim-rule', 'x-gmx-sim-error', 'retry-after']

export function createHttpApp(context: HttpContext): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.use(
    cors({ methods: ['GET', 'HEAD', 'OPTIONS'], exposedHeaders: EXPOSED_HEADERS, preflightContinue: true }),
  )
  app.use(baseByHost)
  app.get('/', indexPage)
  app.use('/:base', baseRoutes(context))
  app.options('/', (_request, response) => void response.status(204).end())
  app.use(notFound(context))
  app.use(onError(context))
  return app
}
