/** Handlers of the routes: each lets `handle` answer, as the rules of a session count every request and may change its reply. */

import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'router'
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
import { arrivalOf, type HttpContext, headerOf } from './context.js'
import { discardBody, MAX_BODY_BYTES, readText } from './discard-body.js'
import { answerBug } from './errors.js'

/** A reply that needs no data, as of an instant. */
type FixedReply = (asOfMs: number) => Reply

export function createHandlers(context: HttpContext, generation: Generation) {
  const answer = (
    response: ServerResponse,
    endpoint: Endpoint | undefined,
    fixedReply?: FixedReply,
  ): Promise<void> | undefined => {
    const { session, place, isUpgrade, isLocal, answer } = arrivalOf(response)
    const { method = 'GET', headers, socket } = response.req
    const asked = requestAt(place, {
      ...(isUpgrade && { upgrade: {} }),
      endpoint: endpoint?.id,
      method,
      atMs: session.nowMs(),
      header: (name) => headerOf(headers, name),
      ...(!isLocal && { connection: context.connectionOf(socket) }),
      fixedReply,
    })
    return answer(response, session, asked, endpoint)
  }
  const refuse = (response: ServerResponse, endpoint: Endpoint | undefined, reply: FixedReply) =>
    answer(response, endpoint, (asOfMs) => withErrorsOf(generation, reply(asOfMs)))
  const isSigned = (method: string, path: string) => generation === 2 && isNotSimulated(method, path)

  return {
    /** Answers with the data of an endpoint. */
    read:
      (endpoint: Endpoint): RequestHandler =>
      (request, response) =>
        arrivalOf(response).isUpgrade
          ? refuse(response, endpoint, (asOfMs) => noStreamReply(pathOf(request.url ?? ''), asOfMs))
          : answer(response, endpoint),
    /** The same for a POST, whose body is counted and discarded. */
    receive:
      (endpoint: Endpoint, { maxBytes }: NonNullable<Endpoint['takes']>): RequestHandler =>
      async (request, response) => {
        if ((await discardBody(request, maxBytes)) <= maxBytes) return answer(response, endpoint)
        const problem = `the body is larger than ${maxBytes / (1 << 20)} MiB`
        return refuse(response, endpoint, (asOfMs) => errorReply(413, [problem], asOfMs))
      },
    /** Opens a stream. */
    open:
      (endpoint: Endpoint): RequestHandler =>
      (_request, response) =>
        refuse(
          response,
          endpoint,
          arrivalOf(response).isUpgrade
            ? (asOfMs) => openStreamReply(context.streams.open < context.streams.max, asOfMs)
            : plainRequestReply,
        ),
    preflight:
      (endpoint: Endpoint): RequestHandler =>
      (_request, response) =>
        answer(response, endpoint, (asOfMs) => preflightReply(endpoint.takes && methodsOf(endpoint), asOfMs)),
    otherMethod:
      (endpoint: Endpoint): RequestHandler =>
      ({ method = '', url = '' }, response) =>
        refuse(response, endpoint, (asOfMs) =>
          isSigned(method, pathOf(url))
            ? notSimulatedReply(method, pathOf(url), asOfMs)
            : wrongMethodReply(method, methodsOf(endpoint), asOfMs),
        ),
    /** Answers JSON-RPC, which a client sends that mistakes this for a node. */
    jsonRpc: (async (request, response, next) => {
      const body = jsonRpcReply(await readText(request, MAX_BODY_BYTES))
      if (body === undefined) return next()
      await answer(response, undefined, (asOfMs) => ({ status: 200, body: Buffer.from(body), asOfMs }))
    }) satisfies RequestHandler,
    unknownPath: ((request, response) => {
      const { method = '', url = '' } = request
      if (isPreflight(request))
        return answer(response, undefined, (asOfMs) => preflightReply(undefined, asOfMs))
      return refuse(response, undefined, (asOfMs) =>
        isSigned(method, pathOf(url))
          ? notSimulatedReply(method, pathOf(url), asOfMs)
          : notFoundReply(pathOf(url), asOfMs),
      )
    }) satisfies RequestHandler,
    fail: ((error: unknown, _request, response, _next) => {
      const { session, fail } = arrivalOf(response)
      if (fail) fail(error)
      else answerBug(context, error, session, response, generation)
    }) satisfies ErrorRequestHandler,
  }
}
