/** All that lies below `/__sim`, in one place so that it can be loaded when it is first asked for. */
import { type RequestHandler, Router } from 'express'
import { type ControlSettings, type HttpContext, setSession } from '../context.js'
import { readingRoutes } from '../reading.js'
import { CONTROL_CALLS } from './index.js'
import { controlRoutes, onControlError } from './router.js'
import { noSession } from './sessions.js'

export interface ControlMounts {
  /** For `/__sim`. */
  readonly server: Router
  /** For `/s/:session/__sim`. */
  readonly session: Router
}

export function createControlMounts(context: HttpContext, control: ControlSettings): ControlMounts {
  const server = Router({ caseSensitive: true })
  server.use(readingRoutes(context, control))
  server.use('/v1', controlRoutes(context, control, CONTROL_CALLS))
  const session = Router({ mergeParams: true, caseSensitive: true })
  const perSession = CONTROL_CALLS.filter((call) => call.perSession)
  session.use(
    '/v1',
    requireSession(control),
    controlRoutes(context, control, perSession),
    onControlError(context),
  )
  return { server, session }
}

function requireSession({ sessions }: ControlSettings): RequestHandler {
  return (request, response, next) => {
    const { session: id } = request.params as { session: string }
    const session = sessions.find(id)
    if (session === undefined) throw noSession(id)
    setSession(response, session)
    next()
  }
}
