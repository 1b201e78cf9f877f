/** Hands a request for a base address from node:http to its session. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type BaseTarget, searchOf } from '../../api/routing/locate.js'
import type { ApiRequest, ClientConnection } from '../../api/routing/request.js'
import { handle } from '../../session/handle.js'
import type { Session } from '../../session/session.js'
import { SocketConnection } from './connection.js'
import { type HttpContext, headerOf } from './context.js'
import { discardBody } from './discard-body.js'
import { answerBug } from './errors.js'

/** Lets a session answer a request for one of its base addresses. */
export type Serve = (
  session: Session,
  place: BaseTarget,
  request: IncomingMessage,
  response: ServerResponse,
) => void

export function createServe(context: HttpContext): Serve {
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
  readonly atMs: number
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
