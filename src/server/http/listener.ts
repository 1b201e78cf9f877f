/**
 * Routes node:http requests, from a socket or an Express app that mounts the simulator. Locates each request, lets its session
 * answer those for base addresses, and hands the rest (index, control API) to Express.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { locate, type RequestTarget } from '../../api/routing/locate.js'
import type { Bases } from '../../market/catalogue/bases.js'
import type { Session } from '../../session/session.js'
import {
  basesAt,
  type HttpApp,
  type HttpContext,
  type NodeListener,
  sessionAt,
  setTarget,
} from './context.js'
import { answerBug, answerNotFound } from './errors.js'
import { createServe } from './serve.js'
import { answerUnmatched, isForIcon, sendIcon } from './unmatched.js'

export function createListener(context: HttpContext): NodeListener {
  const { portBases, sessions } = context
  const serve = createServe(context)
  const express = createLateExpress(context)
  const basesOf = (session: string | undefined): Bases => basesAt(context, session)
  const answerAt: NodeListener['answerAt'] = (place, request, response) => {
    const session = sessionAt(context, place)
    try {
      if (place.kind !== 'control' && session === undefined) sessions.state.requireCurrent(place.session)
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
      setTarget(response, place)
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
