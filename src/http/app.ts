/** What Express answers: the index, and all that lies below `/__sim`. Requests come located, see `listener.ts`. */
import express, { type RequestHandler } from 'express'
import { late } from '../core/late.js'
import { type HttpApp, type HttpContext, placeOf } from './context.js'
import type { ControlApi } from './control-api.js'
import { crossOrigin } from './cross-origin.js'
import { createIndexPage } from './index-page.js'
import { serveProbes } from './probes.js'

export function createHttpApp(context: HttpContext): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  // No reply has a validator, so none is ever unmodified; Express would take `If-None-Match: *` for one that is.
  Object.defineProperty(app.request, 'fresh', { value: false })
  const index = createIndexPage(context)
  const control = controlRoutes(context)
  const probes = serveProbes(context)
  app.use((request, response, next) => {
    const place = placeOf(response)
    crossOrigin(request, response)
    if (place.kind !== 'control') return index(request, response, next)
    return probes(request, response, () => {
      request.url = place.url
      request.baseUrl += place.session === undefined ? '/__sim' : `/s/${place.session}/__sim`
      return control(request, response, next)
    })
  })
  // As a function of node:http, which Express's own type hides.
  return app as unknown as HttpApp
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
