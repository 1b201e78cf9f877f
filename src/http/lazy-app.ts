import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { UserError } from '../core/errors.js'
import { errorReply } from '../routing/reply.js'
import { writeReply } from './connection.js'
import { crossOrigin } from './cross-origin.js'

/** What `createApp` returns: a listener for `http.createServer`, for `app.use` of Express, and for supertest. */
export type AppListener = (request: IncomingMessage, response: ServerResponse) => void

/** A listener that is there at once and answers as soon as `coming` is; if that fails, with status 500 and why. */
export function lazyApp(coming: Promise<RequestListener>): AppListener {
  // Told to every request; until one comes it is nobody's unhandled rejection.
  coming.catch(() => {})
  return (request, response) => {
    coming.then(
      (app) => app(request, response),
      (error: unknown) => {
        crossOrigin(request, response)
        const message = error instanceof UserError ? error.message : 'the simulator could not be made'
        response.setHeader('x-gmx-sim-error', 'start')
        writeReply(response, true, errorReply(500, [message], 0))
      },
    )
  }
}
