import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import { UserError } from '../core/errors.js'
import { errorReply } from '../session/reply.js'
import type { HttpApp } from './app.js'
import { crossOrigin } from './cross-origin.js'

/** An Express app as whoever mounts it or hands it to supertest sees it. */
export type AppListener = (request: IncomingMessage, response: ServerResponse) => void

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
