/** Handlers of the routes: each lets `handle` answer, as the rules of a session count every request and may change its reply. */

import type { ErrorRequestHandler, Request, RequestHandler } from 'router'
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
import { isPreflight } from './connection.js'
import { type HttpContext, headerOf } from './context.js'
import { discardBody, MAX_BODY_BYTES, readText } from './discard-body.js'
import { answerBug } from './errors.js'

/** A reply that needs no data, as of an instant. */
type FixedReply = (asOfMs: number) => Reply

export function createHandlers(context: HttpContext, generation: Generation) {
  const answer = (
    request: Request,
    endpoint: Endpoint | undefined,
    fixedReply?: FixedReply,
  ): Promise<void> | undefined => {
    const { arrival, method = 'GET', headers, socket } = request
    const { session, place, isUpgrade, isLocal } = arrival
    const asked = requestAt(place, {
      upgrade: isUpgrade ? {} : undefined,
      endpoint: endpoint?.id,
      method,
      atMs: session.nowMs(),
      header: (name) => headerOf(headers, name),
      connection: isLocal ? undefined : context.connectionOf(socket),
      fixedReply,
    })
    return arrival.answer(arrival, asked, endpoint)
  }
  const refuse = (request: Request, endpoint: Endpoint | undefined, reply: FixedReply) =>
    answer(request, endpoint, (asOfMs) => withErrorsOf(generation, reply(asOfMs)))
  const isSigned = (method: string, path: string) => generation === 2 && isNotSimulated(method, path)

  return {
    /** Answers with the data of an endpoint. */
    read:
      (endpoint: Endpoint): RequestHandler =>
      (request) =>
        request.arrival.isUpgrade
          ? refuse(request, endpoint, (asOfMs) => noStreamReply(pathOf(request.url ?? ''), asOfMs))
          : answer(request, endpoint),
    /** The same for a POST, whose body is counted and discarded. */
    receive:
      (endpoint: Endpoint, { maxBytes }: NonNullable<Endpoint['takes']>): RequestHandler =>
      async (request) => {
        if ((await discardBody(request, maxBytes)) <= maxBytes) return answer(request, endpoint)
        const problem = `the body is larger than ${maxBytes / (1 << 20)} MiB`
        return refuse(request, endpoint, (asOfMs) => errorReply(413, [problem], asOfMs))
      },
    /** Opens a stream. */
    open:
      (endpoint: Endpoint): RequestHandler =>
      (request) =>
        refuse(
          request,
          endpoint,
          request.arrival.isUpgrade
            ? (asOfMs) => openStreamReply(context.streams.open < context.streams.max, asOfMs)
            : plainRequestReply,
        ),
    preflight:
      (endpoint: Endpoint): RequestHandler =>
      (request) =>
        answer(request, endpoint, (asOfMs) => preflightReply(endpoint.takes && methodsOf(endpoint), asOfMs)),
    otherMethod:
      (endpoint: Endpoint): RequestHandler =>
      (request) => {
        const { method = '', url = '' } = request
        return refuse(request, endpoint, (asOfMs) =>
          isSigned(method, pathOf(url))
            ? notSimulatedReply(method, pathOf(url), asOfMs)
            : wrongMethodReply(method, methodsOf(endpoint), asOfMs),
        )
      },
    /** Answers JSON-RPC, which a client sends that mistakes this for a node. */
    jsonRpc: (async (request, _response, next) => {
      const body = jsonRpcReply(await readText(request, MAX_BODY_BYTES))
      if (body === undefined) return next()
      await answer(request, undefined, (asOfMs) => ({ status: 200, body: Buffer.from(body), asOfMs }))
    }) satisfies RequestHandler,
    unknownPath: ((request) => {
      const { method = '', url = '' } = request
      if (isPreflight(request))
        return answer(request, undefined, (asOfMs) => preflightReply(undefined, asOfMs))
      return refuse(request, undefined, (asOfMs) =>
        isSigned(method, pathOf(url))
          ? notSimulatedReply(method, pathOf(url), asOfMs)
          : notFoundReply(pathOf(url), asOfMs),
      )
    }) satisfies RequestHandler,
    fail: ((error: unknown, request, response, _next) => {
      const { session, fail } = request.arrival
      if (fail) fail(error)
      else answerBug(context, error, session, response, generation)
    }) satisfies ErrorRequestHandler,
  }
}
