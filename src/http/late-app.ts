import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { UserError } from '../core/errors.js'
import { errorReply } from '../exchange/reply.js'
import type { AppListener } from './app-listener.js'
import { writeReply } from './connection.js'
import { crossOrigin } from './cross-origin.js'

/** A listener that is there at once and answers as soon as `coming` is; if that fails, with status 500 and why. */
export function lateApp(coming: Promise<RequestListener>): AppListener {
  // Told to every request; until one comes it is nobody's unhandled rejection.
  coming.catch(() => {})
  return (request: IncomingMessage, response: ServerResponse) => {
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
