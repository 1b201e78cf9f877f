/** Handlers of the routes: each lets `handle` answer, as the rules of a session count every request and may change its reply. */

import type { NextFunction, Request } from 'router'
import { type Endpoint, methodsOf } from '../../api/endpoints/define.js'
import { noStreamReply, openStreamReply, plainRequestReply } from '../../api/routing/handshake.js'
import { jsonRpcReply } from '../../api/routing/json-rpc.js'
import { pathOf, requestAt } from '../../api/routing/locate.js'
import {
  errorReply,
  isNotSimulated,
  notFoundReply,
  notSimulatedReply,
  preflightReply,
  type Reply,
  withErrorsOf,
  wrongMethodReply,
} from '../../api/routing/reply.js'
import type { Generation } from '../../market/catalogue/bases.js'
import { handle } from '../../session/handle.js'
import { SocketConnection } from './connection.js'
import { type HttpContext, headerOf } from './context.js'
import { isPreflight } from './cross-origin.js'
import { discardBody, MAX_BODY_BYTES, readText } from './discard-body.js'

/** Whether it is a WebSocket handshake, which opens a stream once it is answered. */
const asksForStream = ({ located }: Request): boolean => located.onAnswered !== undefined

/** A reply that needs no data, as of an instant. */
type FixedReply = (asOfMs: number) => Reply

export function createHandlers(context: HttpContext, generation: Generation) {
  const answer = (
    request: Request,
    endpoint: Endpoint | undefined,
    fixedReply?: FixedReply,
  ): Promise<void> | undefined => {
    const { located, method = 'GET', headers, socket } = request
    const { session, place, response, isLocal, onAnswered } = located
    const { connection = new SocketConnection(response, session, context) } = located
    const asked = requestAt(place, {
      upgrade: onAnswered && {},
      endpoint: endpoint?.id,
      method,
      atMs: session.nowMs(),
      header: (name) => headerOf(headers, name),
      sender: isLocal ? undefined : context.senderOf(socket),
      fixedReply,
    })
    return handle(session, asked, endpoint, connection, onAnswered)
  }
  /** Answers with a reply that may be an error of the service. */
  const refuse = (request: Request, endpoint: Endpoint | undefined, reply: FixedReply) =>
    answer(request, endpoint, (asOfMs) => withErrorsOf(generation, reply(asOfMs)))
  /** The same for an unknown path or method; the second generation has many that are known, and not simulated. */
  const refuseUnknown = (request: Request, endpoint: Endpoint | undefined, reply: FixedReply) => {
    const { method = '', url = '' } = request
    const isSigned = generation === 2 && isNotSimulated(method, pathOf(url))
    return refuse(request, endpoint, (asOfMs) =>
      isSigned ? notSimulatedReply(method, pathOf(url), asOfMs) : reply(asOfMs),
    )
  }
  const preflight = (request: Request, endpoint?: Endpoint) =>
    answer(request, endpoint, (asOfMs) => preflightReply(endpoint?.takes && methodsOf(endpoint), asOfMs))

  return {
    preflight,
    /** Answers with the data of an endpoint. */
    read: (request: Request, endpoint: Endpoint) =>
      asksForStream(request)
        ? refuse(request, endpoint, (asOfMs) => noStreamReply(pathOf(request.url ?? ''), asOfMs))
        : answer(request, endpoint),
    /** The same for a POST, whose body is counted and discarded. */
    async receive(request: Request, endpoint: Endpoint, { maxBytes }: NonNullable<Endpoint['takes']>) {
      if ((await discardBody(request, maxBytes)) <= maxBytes) return answer(request, endpoint)
      const problem = `the body is larger than ${maxBytes / (1 << 20)} MiB`
      return refuse(request, endpoint, (asOfMs) => errorReply(413, [problem], asOfMs))
    },
    /** Opens a stream. */
    open: (request: Request, endpoint: Endpoint) =>
      refuse(request, endpoint, (asOfMs) =>
        asksForStream(request)
          ? openStreamReply(context.streams.open < context.streams.max, asOfMs)
          : plainRequestReply(asOfMs),
      ),
    otherMethod: (request: Request, endpoint: Endpoint) =>
      refuseUnknown(request, endpoint, (asOfMs) =>
        wrongMethodReply(request.method ?? '', methodsOf(endpoint), asOfMs),
      ),
    /** Answers JSON-RPC, which a client sends that mistakes this for a node. */
    async jsonRpc(request: Request, next: NextFunction) {
      const body = jsonRpcReply(await readText(request, MAX_BODY_BYTES))
      if (body === undefined) return next()
      await answer(request, undefined, (asOfMs) => ({ status: 200, body: Buffer.from(body), asOfMs }))
    },
    unknownPath: (request: Request) =>
      isPreflight(request)
        ? preflight(request)
        : refuseUnknown(request, undefined, (asOfMs) => notFoundReply(pathOf(request.url ?? ''), asOfMs)),
  }
}
