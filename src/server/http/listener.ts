/**
 * The listener of node:http, Express apps that mount the simulator, and requests in process. Locates each request and hands it to the
 * routes of its base address (`routes.ts`), or to the app for index and control API (`app.ts`).
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { locate, type RequestTarget } from '../../api/routing/locate.js'
import { errorReply } from '../../api/routing/reply.js'
import { lazyModule, untilDone } from '../../kit/lazy.js'
import type { Bases } from '../../market/catalogue/bases.js'
import type { Session } from '../../session/session.js'
import { UnreadableError } from '../../session/state-errors.js'
import {
  basesAt,
  type HttpApp,
  type HttpContext,
  type LocatedRequest,
  type Mounted,
  type NodeListener,
  sessionAt,
  TARGETS,
} from './context.js'
import { answerBug, answerLocalBug, answerNotFound } from './errors.js'
import { writeReply } from './reply-head.js'
import { createRoutes } from './routes.js'
import { answerUnmatched, isForIcon, sendIcon } from './unmatched.js'
import { type Upgrade, upgradeOf } from './upgrade.js'

export function createListener(context: HttpContext): NodeListener {
  const { portBases, sessions } = context
  const express = createLateExpress(context)
  const basesOf = (session: string | undefined): Bases => basesAt(context, session)
  const api = { 1: createRoutes(context, 1), 2: createRoutes(context, 2) }
  const route = (located: LocatedRequest): void => {
    const { response, place } = located
    const { base, url } = place
    const request: Mounted = response.req
    request.located = located
    request.originalUrl ??= request.url
    request.url = url
    api[base.generation](request, response, (error) => {
      if (error) fail(located, error)
    })
  }
  /** Answers an internal error. */
  const fail = ({ session, response, place, isLocal, connection }: LocatedRequest, error: unknown): void => {
    const { generation } = place.base
    if (isLocal && connection) answerLocalBug(context, error, session, connection, generation)
    else answerBug(context, error, session, response, generation)
  }
  const routeUpgrade = async (located: LocatedRequest, upgrade: Upgrade): Promise<void> => {
    const { session, response } = located
    try {
      const { connectionOfUpgrade } = await loadSockets()
      route({ ...located, ...connectionOfUpgrade(context, session, response, upgrade) })
    } catch (error) {
      fail(located, error)
    }
  }
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
      const upgrade = upgradeOf(response)
      if (upgrade !== undefined && (place.kind === 'control' || place.kind === 'index'))
        writeReply(response, errorReply(400, [NO_SOCKET], Number.NaN))
      else if (place.kind === 'control') express(session ?? sessions.root, place, response)
      else if (session === undefined) answerNotFound(context, sessions.root, response)
      else if (place.kind === 'base') {
        const located = { response, session, place, isLocal: false }
        if (upgrade === undefined) route(located)
        else void routeUpgrade(located, upgrade)
      } else if (place.kind === 'index') express(session, place, response)
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
  const routesOf: NodeListener['routesOf'] = (session) => (request, response) => {
    const ownOf = (id: string | undefined) => (id === undefined ? session.catalogue.bases : basesOf(id))
    const place = locate(ownOf, request.url ?? '', request.headers.host)
    const isOwn = place.session === undefined && session !== sessions.root
    answerAt(isOwn ? { ...place, session: session.id } : place, response)
  }
  return Object.assign(listener, { answerAt, route, routesOf })
}

/** With the first upgrade. */
const loadSockets = lazyModule(() => import('./stream-socket.js'))

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
