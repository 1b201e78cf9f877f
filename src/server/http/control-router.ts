/** The control API on Express, behind its guard: body and query → call → JSON. Rules and journals do not apply. */

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type * as z from 'zod'
import { searchOf } from '../../api/routing/locate.js'
import { whilePending } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { groupBy } from '../../kit/maps.js'
import { describeIssues } from '../../scenario/read/issues.js'
import { ControlError, type ControlErrorCode } from '../../session/control-errors.js'
import { asRefusal } from '../../session/failure.js'
import type { Session } from '../../session/session.js'
import { StateLostError, UnreadableError } from '../../session/state-errors.js'
import {
  type AnyCall,
  type ControlEvent,
  type ControlQuestion,
  unknownBaseProblems,
} from '../control/define.js'
import { noSession } from '../control/sessions.js'
import { addressOfServer, type ControlContext, type HttpContext, sessionAt, targetOf } from './context.js'
import { isBodyTooLong, lingerAfterReply, MAX_BODY_BYTES } from './discard-body.js'
import { disconnectSignal } from './disconnect.js'
import { Router, text } from './express.js'

/** Routes for `calls`, mounted at `/__sim/v1`. */
export function controlRoutes(context: ControlContext, calls: readonly AnyCall[]): Router {
  const routes = Router({ caseSensitive: true })
  routes.use(readBody)
  // Parameterised paths last, as they would capture literal ones.
  const hasParameter = ({ path }: AnyCall) => Number(path.includes(':'))
  const ordered = calls.toSorted((a, b) => hasParameter(a) - hasParameter(b))
  for (const [path, same] of groupBy(ordered, ({ path }) => path)) {
    for (const call of same) {
      const method = call.method.toLowerCase() as Lowercase<AnyCall['method']>
      routes[method](path, running(call, context))
    }
    const allowed = same.map(({ method }) => method)
    routes.all(path, (request, response) => {
      throw notAllowed(request, response, allowed, `use ${allowed.join(' or ')}`)
    })
  }
  routes.use(() => {
    throw new ControlError('no-such-call')
  })
  return routes
}

const parseText = text({ type: () => true, limit: MAX_BODY_BYTES })

/** Rejects a body as soon as its declared or received length exceeds the limit: the parser would read all of it first. */
const readBody: RequestHandler = (request, response, next) => {
  let isRead = false
  const finish = (error?: unknown): void => {
    if (isRead) return
    isRead = true
    next(error)
  }
  const reject = (): void => {
    if (isRead) return
    response.setHeader('connection', 'close')
    lingerAfterReply(request, MAX_BODY_BYTES)
    finish(new ControlError('body-too-large'))
  }
  if (isBodyTooLong(request)) return reject()
  parseText(request, response, finish)
  if (request.headers['transfer-encoding'] === undefined) return
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) reject()
  })
}

function running(call: AnyCall, context: ControlContext): RequestHandler {
  return async (request, response) => {
    const text = typeof request.body === 'string' ? request.body : ''
    const { state } = context.sessions
    state.requireCurrent()
    const gone = disconnectSignal(response)
    // The session may have ended while another call waited.
    const questionOf = (session: Session): ControlQuestion => ({
      session,
      text,
      body: call.body && checked(call.body, parseJson(text), 'bad-body', session),
      query: call.query && checked(call.query, queryOf(request), 'bad-query', session),
      params: request.params as ControlQuestion['params'],
      control: context.control,
      origin: addressOfServer(request),
      gone,
    })
    await read(context, response, call)
    const session = sessionOf(context, response)
    if (call.reply === 'text') return sendEvents(response, call.run(questionOf(session)), gone)
    const run = async () => {
      const question = questionOf(sessionOf(context, response))
      const reply = await call.run(question)
      await question.session.settled()
      return reply
    }
    const reply = await (call.changes ? state.change(session.id, run) : run())
    response.status(call.status ?? 200).json(reply)
  }
}

/** Brings the session of a call up to date. */
async function read({ sessions }: HttpContext, response: Response, call: AnyCall): Promise<void> {
  try {
    await sessions.state.read(targetOf(response).session ?? sessions.root.id, call.reads)
  } catch (error) {
    if (!call.isOfServer && !call.restarts) throw error
    if (!(error instanceof UnreadableError)) throw error
  }
}

/** The session of a call. */
function sessionOf(context: HttpContext, response: Response): Session {
  const place = targetOf(response)
  const session = sessionAt(context, place)
  if (session === undefined) throw noSession(place.session ?? '')
  return session
}

/** Parses a body; an empty one is an empty object, as most calls need no parameters. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ControlError('bad-json', `the body is not JSON: ${reason.slice(0, 100)}`)
  }
}

function checked<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  code: ControlErrorCode,
  { catalogue }: Session,
): Value {
  const { success, data, error } = schema.safeParse(value)
  const issues = success ? unknownBaseProblems(value, catalogue.bases) : describeIssues(error, value, schema)
  if (success && issues.length === 0) return data
  throw new ControlError(code, issues.join('; '))
}

function queryOf({ url }: Request): Record<string, string> {
  const query = new URLSearchParams(searchOf(url))
  const names = [...query.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new ControlError('bad-query', `${twice.slice(0, 40)} is given twice`, 'give it once')
  return Object.fromEntries(query)
}

/** The refusal of a method; GET alone is allowed by default. */
export function notAllowed(
  { method }: Request,
  response: Response,
  allowed: readonly string[] = ['GET', 'HEAD'],
  hint?: string,
): ControlError {
  response.setHeader('allow', allowed.join(', '))
  return new ControlError('wrong-method', `${method} is not one of this call's methods`, hint)
}

export function onControlError({ onBug }: Pick<HttpContext, 'onBug'>): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const known = toControlError(error)
    if (known === undefined) onBug(error)
    const { status, code, message, hint } = known ?? new ControlError('internal')
    if (error instanceof StateLostError) response.setHeader('x-gmx-sim-error', 'store')
    response.status(status).json({ error: { code, message, hint } })
  }
}

/** Our own errors, and Express's for unreadable bodies and paths. */
function toControlError(error: unknown): ControlError | undefined {
  const refusal = asRefusal(error)
  if (refusal !== undefined) return refusal
  if (error instanceof StateLostError) return new ControlError('store', error.message, error.hint)
  if (error instanceof UserError)
    return new ControlError('bad-scenario', `${error.what}: ${error.seen}`, error.hint)
  if (error instanceof URIError)
    return new ControlError('no-such-call', 'the path cannot be decoded', 'encode % as %25')
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.too.large') return new ControlError('body-too-large')
  if (status !== undefined && status >= 400 && status < 500)
    return new ControlError('bad-request', (error as Error).message, undefined, status)
  return undefined
}

/** Keep-alive interval: intermediaries close silent connections. */
const ALIVE_MS = 5000

/** Sends events as `text/event-stream`. Resolves at the end of the events or when `gone` aborts. Waits while the client does not read. */
async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ControlEvent>,
  gone: AbortSignal,
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  // Some reverse proxies buffer otherwise.
  response.setHeader('x-accel-buffering', 'no')
  if (response.req.method === 'HEAD') return void response.end()
  response.flushHeaders()
  const beat = () => response.writableNeedDrain || response.write(':\n\n')
  const write = async () => {
    for await (const { event, data } of events) {
      if (gone.aborted) return
      const isRead = response.write(`event: ${event}\ndata: ${data}\n\n`)
      // Rejects when the client is gone.
      if (!isRead) await once(response, 'drain', { signal: gone }).catch(() => {})
      if (gone.aborted) return
    }
    response.end()
  }
  const writing = write().catch((error: unknown) => {
    // For example a store closed after the server's connections: no client is left.
    if (!gone.aborted) throw error
  })
  await whilePending(writing, ALIVE_MS, beat)
}
