import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorReply } from '../../api/routing/reply.js'
import { UserError } from '../../kit/errors.js'
import { writeReply } from './reply-head.js'

/** The result of `createApp`: a listener for `http.createServer`, Express's `app.use`, and supertest. */
export type AppListener = (request: IncomingMessage, response: ServerResponse) => void

/** A listener that waits for `start`; if that fails, it answers 500 with the reason, and the next request tries again. */
export function lazyApp(start: () => Promise<RequestListener>): AppListener {
  // Reported to requests; no unhandled rejection before the first.
  start().catch(() => {})
  return (request, response) => {
    start().then(
      (app) => app(request, response),
      (error: unknown) => {
        const message = error instanceof UserError ? error.message : 'the simulator failed to start'
        writeReply(response, errorReply(500, [message], Number.NaN, { 'x-gmx-sim-error': 'start' }))
      },
    )
  }
}
