/** Requests that come to no base address: a client that forgot it, mostly. They are answered 404, and journalled like all others. */
import type { RequestHandler } from 'express'
import { startStopwatch } from '../clock/timers.js'
import { type HttpContext, placeOf, sessionAt } from './context.js'

/** Takes them down in the journal of the session that their path names, the server's own where it names none. */
export function journalNowhere(context: HttpContext): RequestHandler {
  return (request, response, next) => {
    const place = placeOf(response)
    const session = sessionAt(context, place)
    if (place.kind !== 'nowhere' || session === undefined) return next()
    session.requireCurrent()
    const arrival = {
      network: null,
      base: null,
      endpoint: undefined,
      method: request.method,
      url: request.originalUrl,
      atMs: session.nowMs(),
      connection: context.connections.of(request.socket),
      header: (name: string) => request.get(name),
    }
    const elapsedMs = startStopwatch()
    const line = session.journal.add(arrival, null, 404, 'nowhere')
    response.once('finish', () => session.journal.finish(line, elapsedMs(), arrival))
    next()
  }
}
