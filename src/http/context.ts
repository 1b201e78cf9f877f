import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { BaseAddress, Bases } from '../catalogue/bases.js'
import type { Metrics } from '../metrics/metrics.js'
import type { RequestTarget } from '../routing/locate.js'
import type { Session, Sessions } from '../session/session.js'
import type { Connections } from './connections.js'
import type { Readiness } from './readiness.js'

/** What Express answers; calls `done` for what it has no answer to, with the error where there was one. */
export type HttpApp = (
  request: IncomingMessage,
  response: ServerResponse,
  done: (error?: unknown) => void,
) => void

/** What a server listens with. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void
  /** The same for a request that has been located. */
  readonly answerAt: (place: RequestTarget, request: IncomingMessage, response: ServerResponse) => void
}

/** What all of `http/` is given. */
export interface HttpContext {
  readonly sessions: Sessions
  readonly metrics: Metrics
  /** Loads what Express answers, which a client of the simulated API never needs; what it resolves to makes the app. */
  readonly loadApp: () => Promise<(context: HttpContext) => HttpApp>
  /** The connections over which requests have come. */
  readonly connections: Connections
  /** Base addresses that have a port of their own, by it. */
  readonly portBases: ReadonlyMap<number, BaseAddress>
  /** Whether more should be sent here. */
  readonly readiness: Readiness
  /** Leaves out the x-gmx-sim-… headers. */
  readonly quietHeaders: boolean
  /** Whether bodies are compressed for clients that ask for it. */
  readonly compression: boolean
  /** Told of our own bugs; the client only sees that there was one. */
  readonly onBug: (error: unknown) => void
  /** Whether there is a control API. */
  readonly hasControl: boolean
}

/** The session that a place names, the server's own where it names none; undefined where there is no such session. */
export function sessionAt({ sessions }: HttpContext, place: RequestTarget): Session | undefined {
  return place.session === undefined ? sessions.root : sessions.find(place.session)
}

/** The base addresses of a session, those of the server's own where there is none of that id. */
export function basesAt({ sessions }: HttpContext, session: string | undefined): Bases {
  const found = session === undefined ? undefined : sessions.find(session)
  return (found ?? sessions.root).catalogue.bases
}

/** The places of requests that Express has been handed, by their responses. */
const PLACES = new WeakMap<ServerResponse, RequestTarget>()

export function targetOf(response: ServerResponse): RequestTarget {
  return PLACES.get(response) ?? { kind: 'nowhere', session: undefined }
}

export function setTarget(response: ServerResponse, place: RequestTarget): void {
  PLACES.set(response, place)
}

/** The URL as it came, also where an Express app of somebody else has the simulator below a path. */
export function originalUrlOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? ''
}

/** The value of a header; several values are joined by a comma. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
