import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BaseTarget, RequestTarget } from '../../api/routing/locate.js'
import type { UndecidedConnection } from '../../api/routing/reply.js'
import type { ClientConnection } from '../../api/routing/request.js'
import { memoised } from '../../kit/maps.js'
import type { Metrics } from '../../kit/metrics/metrics.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { ControlError, draining } from '../../session/control-errors.js'
import type { OnAnswered } from '../../session/handle.js'
import type { Session } from '../../session/session.js'
import type { Sessions } from '../../session/sessions.js'
import { StateLostError } from '../../session/state-errors.js'
import type { StreamServer } from '../../session/stream/session-streams.js'
import type { PortBase } from '../control/define.js'
import type { ControlSettings } from './guard.js'

/** The Express app; calls `done` for unanswered requests, with an error if there was one. */
export type HttpApp = (
  request: IncomingMessage,
  response: ServerResponse,
  done: (error?: unknown) => void,
) => void

/** Listener of a server. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void
  /** The same for a located request; `route` for one that has arrived at a base address. */
  readonly answerAt: (place: RequestTarget, response: ServerResponse) => void
  readonly route: (located: LocatedRequest) => void
  /** The same for a session: a path that names none is its own. */
  readonly routesOf: (session: Session) => RequestListener
}

/** A request that has arrived at a base address. */
export interface LocatedRequest {
  readonly response: ServerResponse
  readonly session: Session
  readonly place: BaseTarget
  /** Whether it has arrived in process. */
  readonly isLocal: boolean
  /** Present in process and for a WebSocket; default: that of the response, once it is handled. */
  readonly connection?: UndecidedConnection
  /** Present for a WebSocket: opens the stream once it is answered. */
  readonly onAnswered?: OnAnswered
}

/** Shared dependencies of `http/`. */
export interface HttpContext {
  readonly sessions: Sessions
  readonly metrics: Metrics
  /** The connection of a socket that carried a request. */
  readonly senderOf: ReturnType<typeof createConnections>
  /** Base addresses with a port of their own, by port. */
  readonly portBases: ReadonlyMap<number, PortBase>
  /** Readiness for more traffic. */
  readonly readiness: ReturnType<typeof createReadiness>
  /** Omits the x-gmx-sim-… headers. */
  readonly quietHeaders: boolean
  /** Whether bodies are compressed on request. */
  readonly compression: boolean
  /** Called with internal errors; clients only see a 500. */
  readonly onBug: (error: unknown) => void
  /** Undefined if the control API is off. */
  readonly control: ControlSettings | undefined
  /** Streams of all sessions. */
  readonly streams: StreamServer
  /** Express, loaded with the first request for it: clients of the simulated API never need it. */
  loadApp(): Promise<{ createHttpApp(context: HttpContext): HttpApp }>
}

/** The context of a server whose control API is on. */
export interface ControlContext extends HttpContext {
  readonly control: ControlSettings
}

/** The session a target names, the default one if it names none; undefined if it does not exist. */
export function sessionAt({ sessions }: HttpContext, place: RequestTarget): Session | undefined {
  return place.session === undefined ? sessions.root : sessions.find(place.session)
}

/** Base addresses of a session, or of the default one if that session does not exist. */
export function basesAt({ sessions }: HttpContext, session: string | undefined): Bases {
  const found = session === undefined ? undefined : sessions.find(session)
  return (found ?? sessions.root).catalogue.bases
}

declare module 'router' {
  interface Request {
    /** Set before a request enters the routes of its base address. A property, as entries of a WeakMap cost 4 % of the hot throughput. */
    located: LocatedRequest
  }
}

/** Targets of requests for the index and the control API, by response. */
export const TARGETS = new WeakMap<ServerResponse, RequestTarget>()

export function targetOf(response: ServerResponse): RequestTarget {
  return TARGETS.get(response) ?? { kind: 'nowhere', session: undefined }
}

/** A request that Express may have routed: `url` is then the part below the path of a router. */
export interface Mounted extends IncomingMessage {
  originalUrl?: string | undefined
  located?: LocatedRequest
}

/** The URL as received, even if another Express app mounts the simulator below a path. */
export function originalUrlOf(request: Mounted): string {
  return request.originalUrl ?? request.url ?? ''
}

/** The server's address as the client knows it: `http://127.0.0.1:8650`. */
export function addressOfServer({ headers }: IncomingMessage): string {
  return `http://${headers.host ?? 'localhost'}`
}

/** A header's value; several values are joined by a comma. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Numbers a server's connections, for journals; the same object for the same socket. */
export function createConnections(nextNumber?: () => number) {
  let number = 0
  return memoised(
    ({ localPort, remoteAddress }: Pick<Socket, 'localPort' | 'remoteAddress'>): ClientConnection => ({
      number: nextNumber?.() ?? ++number,
      localPort,
      // IPv4, as a server that listens on :: reports it.
      address: remoteAddress?.replace(/^::ffff:/, ''),
    }),
  )
}

/** Readiness of this process for traffic; `requireCurrent` throws a StateLostError while shared state is out of reach. */
export function createReadiness(requireCurrent: () => void) {
  let isLeaving = false
  return {
    /** Throws a ControlError with the reason if not ready. */
    requireReady() {
      try {
        requireCurrent()
      } catch (error) {
        if (error instanceof StateLostError) throw new ControlError('store', error.message, error.hint)
        throw error
      }
      if (isLeaving) throw draining()
    },
    /** Marks it as shutting down, for good. */
    leave() {
      isLeaving = true
    },
  }
}
