/**
 * Routes node:http requests, from a socket or an Express app that mounts the simulator. Locates each request, lets its session
 * answer those for base addresses, and hands the rest (index, control API) to Express.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonRpcReply, mayBeJsonRpc } from '../../api/routing/json-rpc.js'
import { type BaseTarget, locate, type RequestTarget, requestAt } from '../../api/routing/locate.js'
import { errorReply } from '../../api/routing/reply.js'
import { untilDone } from '../../kit/lazy.js'
import type { Bases } from '../../market/catalogue/bases.js'
import { handle } from '../../session/handle.js'
import type { Session } from '../../session/session.js'
import { UnreadableError } from '../../session/state-errors.js'
import { upgradeIn } from '../../session/stream/session-streams.js'
import { SocketConnection, writeReply } from './connection.js'
import {
  basesAt,
  type HttpApp,
  type HttpContext,
  headerOf,
  type NodeListener,
  sessionAt,
  TARGETS,
} from './context.js'
import { discardBody, MAX_BODY_BYTES, readText } from './discard-body.js'
import { answerBug, answerNotFound } from './errors.js'
import { answerUnmatched, isForIcon, sendIcon } from './unmatched.js'
import { upgradeOf } from './upgrade.js'

export function createListener(context: HttpContext): NodeListener {
  const { portBases, sessions } = context
  const express = createLateExpress(context)
  const basesOf = (session: string | undefined): Bases => basesAt(context, session)
  const answerAt: NodeListener['answerAt'] = (place, response) => {
    const session = sessionAt(context, place)
    if (session !== undefined && place.kind !== 'index') return answerIn(session, place, response)
    // Another replica may have created it, or ended it.
    const reading = sessions.state.read(place.session ?? sessions.root.id)
    if (reading === undefined) return answerIn(session, place, response)
    reading
      .catch((error: unknown) => {
        if (!(error instanceof UnreadableError)) throw error
      })
      .then(() => {
        const read = sessionAt(context, place)
        if (session === undefined && read !== undefined) listener(response.req, response)
        else answerIn(read, place, response)
      })
      .catch((error: unknown) => answerBug(context, error, session ?? sessions.root, response))
  }
  const answerIn = (session: Session | undefined, place: RequestTarget, response: ServerResponse): void => {
    try {
      const isUpgrade = upgradeOf(response) !== undefined
      if (isUpgrade && (place.kind === 'control' || place.kind === 'index'))
        writeReply(response, errorReply(400, [NO_SOCKET], Number.NaN))
      else if (place.kind === 'control') express(session ?? sessions.root, place, response)
      else if (session === undefined) answerNotFound(context, sessions.root, response)
      else if (place.kind === 'base') serve(context, session, place, response)
      else if (place.kind === 'index') express(session, place, response)
      else if (isForIcon(response.req)) sendIcon(response)
      else answerUnmatched(context, session, response)
    } catch (error) {
      answerBug(context, error, session ?? sessions.root, response)
    }
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      const { socket, headers, url = '' } = request
      const own = portBases.size === 0 ? undefined : portBases.get(socket.localPort ?? 0)
      const place = locate(basesOf, url, headers.host, own?.base)
      const isOfRoot = own === undefined || own.session === sessions.root
      answerAt(isOfRoot ? place : { ...place, session: own.session.id }, response)
    } catch (error) {
      answerBug(context, error, sessions.root, response)
    }
  }
  return Object.assign(listener, { answerAt })
}

const NO_SOCKET = 'there is no WebSocket here: connect to /v1/stream of a base address api or api-fallback'

function createLateExpress(context: HttpContext) {
  const load = untilDone(async () => (await context.loadApp()).createHttpApp(context))
  return (session: Session, place: RequestTarget, response: ServerResponse): void => {
    const fail = (error: unknown): void => answerBug(context, error, session, response)
    const answer = (app: HttpApp): void => {
      TARGETS.set(response, place)
      app(response.req, response, (error) => {
        if (error === undefined || error === null) answerNotFound(context, session, response)
        else fail(error)
      })
    }
    load().then(answer).catch(fail)
  }
}

/** Lets a session answer a request for one of its base addresses. */
function serve(context: HttpContext, session: Session, place: BaseTarget, response: ServerResponse): void {
  const { method = 'GET', headers, socket } = response.req
  const upgrade = upgradeOf(response)
  const fail = (error: unknown): void => answerBug(context, error, session, response, place.base.generation)
  const answer = (bodyBytes?: number, rpcReply?: string): void => {
    try {
      const asked = requestAt(place, {
        ...(upgrade && { upgrade: upgradeIn(context.streams) }),
        method,
        atMs: session.nowMs(),
        header: (name) => headerOf(headers, name),
        connection: context.connectionOf(socket),
        bodyBytes,
        jsonRpcReply: rpcReply,
      })
      if (upgrade !== undefined)
        return void context
          .loadSockets()
          .then((sockets) =>
            sockets.answerUpgrade(context, session, asked, place.endpoint, response, upgrade),
          )
          .catch(fail)
      const connection = new SocketConnection(response, session, context)
      handle(session, asked, place.endpoint, connection)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  if (mayBeJsonRpc(method, place) && upgrade === undefined)
    return void readText(response.req, MAX_BODY_BYTES).then((body) => answer(undefined, jsonRpcReply(body)))
  const takes = method === 'POST' ? place.endpoint?.takes : undefined
  const bytes = takes && discardBody(response.req, takes.maxBytes)
  if (typeof bytes !== 'object') answer(bytes)
  else void bytes.then(answer)
}
