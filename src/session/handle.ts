/**
 * A request's way through a session: request → rules and journal → wait → answer, with what the fault changes → connection.
 * Served over a socket or asked for in process, it is the same way.
 */
import type { Dialect, Endpoint } from '../endpoints/define.js'
import type { Connection } from '../exchange/connection.js'
import { errorReply, type Reply } from '../exchange/reply.js'
import type { ApiRequest } from '../exchange/request.js'
import { canChange, editReply } from '../scenario/acting.js'
import type { Asked } from '../scenario/define.js'
import type { Firing } from '../scenario/run.js'
import type { World } from '../world/world.js'
import { type Answer, answer } from './answer.js'
import type { ServedSession } from './served.js'

/** What the scenario does to a request; counts it. */
export function evaluate(
  session: ServedSession,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
): Firing | undefined {
  return session.scenario?.evaluator(request, endpoint)?.evaluate(request)
}

/**
 * Answers a request, of which `evaluate` may have been asked already. Everything that is counted is so before this first
 * waits. Rejects on bugs of our own only.
 */
export async function handle(
  session: ServedSession,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: Connection,
  firing = evaluate(session, request, endpoint),
): Promise<void> {
  const plan = planOf(session, request, endpoint, firing)
  const entry = isUnruledPreflight(request, firing) ? undefined : journal(session, request, firing, plan)
  if (entry !== undefined && plan.retryAfterSeconds !== undefined)
    entry.retryAfterSeconds = plan.retryAfterSeconds
  if (plan.waitMs > 0) await connection.wait(plan.waitMs)
  if (connection.gone) return
  await plan.send(connection)
  if (entry !== undefined) session.journal.finish(entry, connection.elapsedMs())
}

/** What is going to happen, as far as it is known on request. */
interface Plan {
  readonly waitMs: number
  readonly status: number | null
  readonly outcome: string
  readonly retryAfterSeconds?: number
  send(connection: Connection): void | Promise<void>
}

function planOf(
  session: ServedSession,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  firing: Firing | undefined,
): Plan {
  const world = session.world(request.network, request.base)
  const answering = { cacheWindows: session.cacheWindows, world }
  const answerTo = ({ atMs = request.atMs, dialect = session.dialect }: Asked = {}) =>
    answer({ ...answering, dialect }, { ...request, endpoint, atMs })
  if (firing === undefined) {
    const plain = answerTo()
    return {
      waitMs: 0,
      status: plain.status,
      outcome: outcomeOf(plain.status),
      send: async (connection) => connection.send(await plain.reply()),
    }
  }
  const { ruleId: rule, delayMs } = firing
  const timeoutMs = endpoint?.timeoutMs ?? Number.POSITIVE_INFINITY
  if (delayMs >= timeoutMs) {
    const reply = { ...errorReply(504, ['timeout'], request.atMs), rule }
    return {
      waitMs: timeoutMs,
      status: 504,
      outcome: 'timeout',
      send: (connection) => connection.send(reply),
    }
  }
  return { waitMs: delayMs, ...changed(firing, world, session.dialect, answerTo) }
}

/** The plan for a request for which a rule fires: what its fault does, at exactly one stage. */
function changed(
  firing: Firing,
  world: World,
  dialect: Dialect,
  answerTo: (asked?: Asked) => Answer,
): Omit<Plan, 'waitMs'> {
  const { ruleId: rule, fault, options, context } = firing
  const sending = (
    { status, reply }: Answer,
    outcome: string,
    change: (reply: Reply) => Reply | Promise<Reply> = (reply) => ({ ...reply, rule }),
  ) => ({
    status,
    outcome,
    send: async (connection: Connection) => connection.send(await change(await reply())),
  })
  if (fault === undefined) return sending(answerTo(), 'delay')
  const { key, stage } = fault
  if (stage.on !== 'reply') {
    const plain = answerTo()
    if (!canChange(firing, dialect, plain.status)) return sending(plain, 'unchanged', (reply) => reply)
  }
  switch (stage.on) {
    case 'reply': {
      const reply = stage.reply(options, context)
      const retryAfterSeconds = retryAfterOf(reply)
      return {
        ...sending({ status: reply.status, reply: () => reply }, key),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      }
    }
    case 'as-of':
      return sending(answerTo(stage.question(options, context)), key)
    case 'edit':
      return sending(answerTo(), key, async (reply) => {
        const body = await editReply(reply.body, firing, world, dialect)
        return body === undefined ? reply : { ...reply, body, rule }
      })
    case 'connection': {
      const answer = answerTo()
      return {
        status: stage.silent?.(options, answer.status) ? null : answer.status,
        outcome: key,
        send: async (connection) => stage.send(connection, { ...(await answer.reply()), rule }, options),
      }
    }
    case 'port':
      throw new Error(`${key} does nothing to requests`)
  }
}

/** How long the client is told to wait, where that is said in seconds. */
function retryAfterOf({ headers = {} }: Reply): number | undefined {
  const name = Object.keys(headers).findLast((name) => name.toLowerCase() === 'retry-after')
  const text = name === undefined ? '' : headers[name]
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function journal(
  { journal }: ServedSession,
  request: ApiRequest,
  firing: Firing | undefined,
  { status, outcome }: Plan,
) {
  const { network, base, endpoint = null, method, url, atMs } = request
  const kind = journal.kindOf({
    network,
    base,
    endpoint,
    method,
    rule: firing?.ruleId ?? null,
    status,
    outcome,
  })
  return journal.add(kind, url, atMs)
}

/** Preflights are the browser's, not the client's: they are journalled only when a rule is about them. */
function isUnruledPreflight({ method }: ApiRequest, firing: Firing | undefined): boolean {
  return method === 'OPTIONS' && firing === undefined
}

function outcomeOf(status: number): string {
  return status < 400 ? 'ok' : 'error'
}
