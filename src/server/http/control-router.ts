/** The control API on Express, behind its guard: body and query → call → JSON. Rules and journals do not apply. */
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  text,
} from 'express'
import type * as z from 'zod'
import type { ControlErrorCode } from '../../kit/control-errors.js'
import { ControlError, UserError } from '../../kit/errors.js'
import { describeIssue, flatten } from '../../scenario/read/issues.js'
import type { Session } from '../../session/session.js'
import { StateLostError } from '../../session/state-store.js'
import type { AnyCall, ControlQuestion } from '../control/define.js'
import { unknownBaseProblems } from '../control/known-bases.js'
import { noSession } from '../control/sessions.js'
import { addressOfServer, type HttpContext, knownSessionAt, targetOf } from './context.js'
import { isBodyTooLong, MAX_BODY_BYTES } from './control-body.js'
import { lingerAfterReply } from './discard-body.js'
import { disconnectSignal } from './disconnect.js'
import { sendEvents } from './event-stream.js'
import type { ControlSettings } from './guard.js'

/** Routes for `calls`, mounted at `/__sim/v1`. */
export function controlRoutes(
  context: HttpContext,
  control: ControlSettings,
  calls: readonly AnyCall[],
): Router {
  const routes = Router({ caseSensitive: true })
  routes.use(readBody)
  // Parameterised paths last, as they would capture literal ones.
  const withParameter = calls.filter(({ path }) => path.includes(':'))
  for (const some of [calls.filter((call) => !withParameter.includes(call)), withParameter]) {
    for (const call of some) routes[methodOf(call)](call.path, running(call, context, control))
    for (const path of new Set(some.map(({ path }) => path))) routes.all(path, wrongMethod(path, calls))
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

function methodOf({ method }: AnyCall): 'get' | 'put' | 'post' | 'delete' {
  return method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'
}

function running(call: AnyCall, context: HttpContext, control: ControlSettings): RequestHandler {
  return async (request, response) => {
    const text = typeof request.body === 'string' ? request.body : ''
    const { state } = context.sessions
    state.requireCurrent()
    const gone = disconnectSignal(request, response)
    // The session may have ended while another call waited.
    const questionOf = (session: Session): ControlQuestion => ({
      session,
      text,
      body: call.body && checked(call.body, parseJson(text), 'bad-body', session),
      query: call.query && checked(call.query, queryOf(request), 'bad-query', session),
      params: request.params as Record<string, string>,
      control,
      origin: addressOfServer(request),
      gone,
    })
    const session = sessionOf(context, response)
    if (call.reply === 'text') return sendEvents(response, call.run(questionOf(session)), gone)
    const run = async () => {
      const question = questionOf(sessionOf(context, response))
      const reply = await call.run(question)
      await question.session.settled()
      return reply
    }
    if (call.reads !== undefined) await state.gather(call.reads, [session])
    if (call.perSession && !call.restarts) state.requireCurrent(session.id)
    const reply = await (call.changes ? state.change(session.id, run) : run())
    response.status(call.status ?? 200).json(reply)
  }
}

/** The session of a call. */
function sessionOf(context: HttpContext, response: Response): Session {
  const place = targetOf(response)
  const session = knownSessionAt(context, place)
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
  const issues = success
    ? unknownBaseProblems(value, catalogue.bases)
    : error.issues.flatMap((issue) => flatten(issue)).map((issue) => describeIssue(issue, value, schema))
  if (success && issues.length === 0) return data
  throw new ControlError(code, issues.join('; '))
}

function queryOf({ url }: Request): Record<string, string> {
  const mark = url.indexOf('?')
  const entries = [...new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))]
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new ControlError('bad-query', `${twice.slice(0, 40)} is given twice`, 'give it once')
  return Object.fromEntries(entries)
}

function wrongMethod(path: string, calls: readonly AnyCall[]): RequestHandler {
  const allowed = calls.filter((call) => call.path === path).map(({ method }) => method)
  return (request, response) => {
    response.setHeader('allow', allowed.join(', '))
    throw new ControlError(
      'wrong-method',
      `${request.method} is not one of this call's methods`,
      `use ${allowed.join(' or ')}`,
    )
  }
}

export function onControlError({ onBug }: Pick<HttpContext, 'onBug'>): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error)
    const { status, code, message, hint } = toControlError(error) ?? unexpected(error, onBug)
    if (error instanceof StateLostError) response.setHeader('x-gmx-sim-error', 'store')
    response.status(status).json({ error: { code, message, hint } })
  }
}

/** Our own errors, and Express's for unreadable bodies and paths. */
function toControlError(error: unknown): ControlError | undefined {
  if (error instanceof ControlError) return error
  if (error instanceof StateLostError) return new ControlError('store', error.message, error.hint)
  if (error instanceof UserError)
    return new ControlError('bad-scenario', `${error.what}: ${error.seen}`, error.hint)
  if (error instanceof URIError)
    return new ControlError('no-such-call', 'the path cannot be decoded', 'encode % as %25')
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.too.large') return new ControlError('body-too-large')
  if (status !== undefined && status >= 400 && status < 500)
    return new ControlError('bad-request', (error as Error).message, 'send it uncompressed, in UTF-8', status)
  return undefined
}

function unexpected(
  error: unknown,
  onBug: HttpContext['onBug'],
): Pick<ControlError, 'status' | 'code' | 'message' | 'hint'> {
  onBug(error)
  return {
    status: 500,
    code: 'internal',
    message: 'internal error',
    hint: 'this is a bug: see the log of the server',
  }
}
