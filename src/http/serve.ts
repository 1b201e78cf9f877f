/** A request to a base address, from node:http or Express to its session. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../endpoints/define.js'
import { type BasePlace, searchOf } from '../exchange/locate.js'
import type { ApiRequest, ClientConnection } from '../exchange/request.js'
import { handle } from '../session/handle.js'
import type { Session } from '../session/session.js'
import { SocketConnection } from './connection.js'
import type { HttpContext } from './context.js'
import { bytesOf } from './dropped-body.js'
import { answerBug } from './errors.js'

/** Has `session` answer a request to a base address; `url` is its path and query below that. */
export type Serve = (
  session: Session,
  place: Pick<BasePlace, 'base' | 'endpoint'>,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
) => void

export function createServe(context: HttpContext): Serve {
  const { connections } = context
  const answerInTime = (
    promise: Promise<void>,
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
  ) => promise.catch((error) => answerBug(context, error, request, response, session.nowMs()))
  const answer = (
    session: Session,
    { base, endpoint }: Parameters<Serve>[1],
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
    bodyBytes?: number,
  ): void => {
    try {
      const asked = new SocketRequest(
        request,
        base,
        endpoint,
        url,
        session.nowMs(),
        connections.of(request.socket),
        bodyBytes,
      )
      const connection = new SocketConnection(request, response, session, context)
      const answering = handle(session, asked, endpoint, connection)
      if (answering !== undefined) void answerInTime(answering, session, request, response)
    } catch (error) {
      answerBug(context, error, request, response, session.nowMs())
    }
  }
  return (session, place, url, request, response) => {
    const { takes } = place.endpoint ?? {}
    if (takes === undefined || request.method !== 'POST')
      return answer(session, place, url, request, response)
    const bytes = bytesOf(request, takes.mostBytes)
    if (typeof bytes === 'number') return answer(session, place, url, request, response, bytes)
    void bytes.then((bytes) => answer(session, place, url, request, response, bytes))
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
  readonly #headers: IncomingMessage['headers']

  constructor(
    request: IncomingMessage,
    base: BasePlace['base'],
    endpoint: Endpoint | undefined,
    url: string,
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
    const value = this.#headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
}
