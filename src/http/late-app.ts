import express from 'express'
import { UserError } from '../core/errors.js'
import { errorReply } from '../exchange/reply.js'
import type { HttpApp } from './app.js'
import type { AppListener } from './app-listener.js'
import { crossOrigin } from './cross-origin.js'

/** The app that is there at once and answers as soon as `coming` is; if that fails, with status 500 and why. */
export function lateApp(coming: Promise<HttpApp>): AppListener {
  // Told to every request; until one comes it is nobody's unhandled rejection.
  coming.catch(() => {})
  const app = express()
  app.disable('x-powered-by')
  app.use(async (request, response, next) => {
    try {
      const made = await coming
      made(request, response, next)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      crossOrigin(request, response, () => {})
      const { body } = errorReply(500, [error.message], 0)
      response.status(500).setHeader('x-gmx-sim-error', 'start').type('json').send(body)
    }
  })
  return app
}
