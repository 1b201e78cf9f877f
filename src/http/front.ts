/**
 * Ahead of Express: a GET whose reply was finished before in the same cache window is answered with the same bytes, after
 * the scenario and the journal had their say. Everything else goes on to Express, which keeps every route.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Firing } from '../scenario/run.js'
import type { ServedSession } from '../session/served.js'
import type { HttpContext } from './context.js'
import type { Finished } from './memo.js'

/** What the scenario decided here for a request that goes on to Express: it must not be asked, and count, twice. */
const firings = new WeakMap<IncomingMessage, Firing>()

export function firingFor(request: IncomingMessage): Firing | undefined {
  return firings.get(request)
}

export function createFront(app: RequestListener, { sessions, memo }: HttpContext): RequestListener {
  if (memo === undefined) return app
  return (request, response) => {
    const { url = '', method } = request
    const session = method === 'GET' ? sessionAt(url, sessions) : undefined
    if (session === undefined) return app(request, response)
    const atMs = session.nowMs()
    const finished = memo.find(session, url, atMs)
    // A base address in the Host would change what the path means.
    if (finished === undefined || hasBaseHost(request)) return app(request, response)
    const firing = firingOf(finished, request, atMs)
    if (firing === undefined) return sendAgain(session, finished, url, atMs, response)
    firings.set(request, firing)
    return app(request, response)
  }
}

function firingOf(finished: Finished, request: IncomingMessage, atMs: number): Firing | undefined {
  const { evaluator, target, prefixLength } = finished
  if (evaluator === undefined) return undefined
  const url = (request.url ?? '').slice(prefixLength)
  return evaluator.evaluate({
    ...target,
    url,
    search: searchOf(url),
    atMs,
    header: (name) => headerOf(request, name),
  })
}

/** What stands behind the `?`. */
export function searchOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

function sendAgain(
  session: ServedSession,
  finished: Finished,
  url: string,
  atMs: number,
  response: ServerResponse,
): void {
  const line = session.journal.add(finished.kind, url.slice(finished.prefixLength), atMs)
  response.writeHead(200, finished.head)
  response.end(finished.body)
  session.journal.finish(line, 0)
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether the Host may name a base address; upper and lower case are the same in it. */
export function hasBaseHost({ headers: { host } }: IncomingMessage): boolean {
  return host !== undefined && /\.localhost/i.test(host)
}

/** The session of `/s/<id>/…`, or the server's own. */
function sessionAt(url: string, sessions: HttpContext['sessions']): ServedSession | undefined {
  if (!url.startsWith('/s/')) return sessions.root
  return sessions.find(url.slice(3, url.indexOf('/', 3)))
}
