/**
 * Routes node:http requests, from a socket or an Express app that mounts the simulator. Locates each request, lets its session
 * answer those for base addresses, and hands the rest (index, control API) to Express.
 */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type BaseTarget, locate, type RequestTarget, searchOf } from '../../api/routing/locate.js'
import type { ApiRequest, ClientConnection } from '../../api/routing/request.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { handle } from '../../session/handle.js'
import type { Session } from '../../session/session.js'
import { UnreadableError } from '../../session/state-errors.js'
import { SocketConnection } from './connection.js'
import {
  basesAt,
  type HttpApp,
  type HttpContext,
  headerOf,
  type NodeListener,
  sessionAt,
  TARGETS,
} from './context.js'
import { discardBody } from './discard-body.js'
import { answerBug, answerNotFound } from './errors.js'
import { answerUnmatched, isForIcon, sendIcon } from './unmatched.js'

export function createListener(context: HttpContext): NodeListener {
  const { portBases, sessions } = context
  const serve = createServe(context)
  const express = createLateExpress(context)
  const basesOf = (session: string | undefined): Bases => basesAt(context, session)
  const answerAt: NodeListener['answerAt'] = (place, request, response) => {
    const session = sessionAt(context, place)
    if (session !== undefined && place.kind !== 'index') return answerIn(session, place, request, response)
    // Another replica may have created it, or ended it.
    const reading = sessions.state.read(place.session ?? sessions.root.id)
    if (reading === undefined) return answerIn(session, place, request, response)
    reading
      .catch((error: unknown) => {
        if (!(error instanceof UnreadableError)) throw error
      })
      .then(() => {
        const read = sessionAt(context, place)
        if (session === undefined && read !== undefined) listener(request, response)
        else answerIn(read, place, request, response)
      })
      .catch((error: unknown) => answerBug(context, error, session ?? sessions.root, request, response))
  }
  const answerIn = (
    session: Session | undefined,
    place: RequestTarget,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    try {
      if (place.kind === 'control') express(session ?? sessions.root, place, request, response)
      else if (session === undefined) answerNotFound(context, sessions.root, request, response)
      else if (place.kind === 'base') serve(session, place, request, response)
      else if (place.kind === 'index') express(session, place, request, response)
      else if (isForIcon(request)) sendIcon(request, response)
      else answerUnmatched(context, session, request, response)
    } catch (error) {
      answerBug(context, error, session ?? sessions.root, request, response)
    }
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      const { socket, headers, url = '' } = request
      const portBase = portBases.size === 0 ? undefined : portBases.get(socket.localPort ?? 0)
      answerAt(locate(basesOf, url, headers.host, portBase), request, response)
    } catch (error) {
      answerBug(context, error, sessions.root, request, response)
    }
  }
  return Object.assign(listener, { answerAt })
}

/** The Express app, loaded with the first request for it. */
function createLateExpress(context: HttpContext) {
  let app: HttpApp | undefined
  return (
    session: Session,
    place: RequestTarget,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const fail = (error: unknown): void => answerBug(context, error, session, request, response)
    const answer = (app: HttpApp): void => {
      TARGETS.set(response, place)
      app(request, response, (error) => {
        if (error === undefined || error === null) answerNotFound(context, session, request, response)
        else fail(error)
      })
    }
    if (app !== undefined) answer(app)
    else
      context
        .loadApp()
        .then((createApp) => {
          app ??= createApp(context)
          answer(app)
        })
        .catch(fail)
  }
}

/** Lets a session answer a request for one of its base addresses. */
type Serve = (session: Session, place: BaseTarget, request: IncomingMessage, response: ServerResponse) => void

function createServe(context: HttpContext): Serve {
  const answer = (
    session: Session,
    place: BaseTarget,
    request: IncomingMessage,
    response: ServerResponse,
    bodyBytes?: number,
  ): void => {
    const fail = (error: unknown): void =>
      answerBug(context, error, session, request, response, place.base.generation)
    try {
      const connectedBy = context.connections.of(request.socket)
      const asked = new SocketRequest(request, place, session.nowMs(), connectedBy, bodyBytes)
      const connection = new SocketConnection(request, response, session, context)
      handle(session, asked, place.endpoint, connection)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  return (session, place, request, response) => {
    const takes = request.method === 'POST' ? place.endpoint?.takes : undefined
    if (takes === undefined) return answer(session, place, request, response)
    const bytes = discardBody(request, takes.maxBytes)
    if (typeof bytes === 'number') return answer(session, place, request, response, bytes)
    void bytes.then((bytes) => answer(session, place, request, response, bytes))
  }
}

class SocketRequest implements ApiRequest {
  readonly network: ApiRequest['network']
  readonly base: ApiRequest['base']
  readonly endpoint: string | undefined
  readonly method: string
  readonly url: string
  readonly search: string
  atMs: number
  readonly connection: ClientConnection
  readonly bodyBytes?: number
  readonly #headers: IncomingHttpHeaders

  constructor(
    request: IncomingMessage,
    { base, endpoint, url }: BaseTarget,
    atMs: number,
    connection: ClientConnection,
    bodyBytes?: number,
  ) {
    this.network = base.network
    this.base = base.base
    this.endpoint = endpoint?.id
    this.method = request.method ?? 'GET'
    this.url = url
    this.search = searchOf(url)
    this.atMs = atMs
    this.connection = connection
    if (bodyBytes !== undefined) this.bodyBytes = bodyBytes
    this.#headers = request.headers
  }

  header(name: string): string | undefined {
    return headerOf(this.#headers, name)
  }
}
