/** The reply to a request on which a rule fires: planned on arrival, made through the fault's stage. */

import type { Endpoint } from '../api/endpoints/define.js'
import { type Connection, errorReply, type Reply, retryAfterOf, withErrorsOf } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import { type Effect, UNCHANGED } from '../kit/outcome-class.js'
import { generationOf } from '../market/catalogue/bases.js'
import { actsOnFrames, type FaultEffect, type Firing } from '../scenario/define.js'
import { canChange, effectOf, effectOfCode } from '../scenario/effect.js'
import { isTimeout } from '../scenario/route-timeout.js'
import type { Answer } from './answer.js'
import { type ReplyChange, type StatusAndReply, throughData } from './data-faults.js'
import type { Session } from './session.js'

/** The outcome of a request, as far as known on arrival. */
export interface Plan {
  readonly waitMs: number
  readonly status: number | null
  readonly outcome: string
  /** Default: the effect of a plain reply with its status. */
  readonly effect?: Effect
  readonly retryAfterSeconds?: number
  send(connection: Connection, on: SendListeners): void | Promise<void>
}

/** Called before anything is sent. */
interface SendListeners {
  /** The fault turns out to have no effect. */
  changedNothing(): void
  /** The reply is made, and not yet compressed. */
  made(reply: Reply): void
}

/** Plans the reply; the limit of held requests answers 429. */
export function planOf(
  firing: Firing,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
): Plan | Promise<Plan> {
  const { ruleId: rule, delayMs } = firing
  if (session.waits.isFull && mayHold(firing))
    return errorPlan(request, 429, FULL, { waitMs: 0, outcome: 'too-many-held' })
  if (endpoint !== undefined && isTimeout(firing, endpoint))
    return errorPlan(request, 504, 'timeout', { waitMs: endpoint.timeoutMs, outcome: 'timeout' }, { rule })
  const answerTo = (asked?: FaultEffect) => session.answers.answer(session, request, endpoint, asked)
  if (firing.fault?.stage.on === 'code') return rewritten(firing, request, answerTo())
  return { waitMs: delayMs, ...through(firing, session, request, answerTo) }
}

function mayHold({ delayMs, fault }: Firing): boolean {
  return delayMs > 0 || fault?.stage.on === 'connection'
}

const FULL = 'the simulator holds its maximum of requests: end some, or load another scenario'

/** A plan whose reply is an error of the simulated API. */
function errorPlan(
  { atMs, base }: ApiRequest,
  status: number,
  message: string,
  plan: Pick<Plan, 'waitMs' | 'outcome'>,
  marks: Partial<Reply> = {},
): Plan {
  const reply = { ...withErrorsOf(generationOf(base), errorReply(status, [message], atMs)), ...marks }
  return { ...plan, status, send: sendPlainly(reply) }
}

const sendPlainly =
  (reply: Reply): Plan['send'] =>
  (connection, { made }) => {
    made(reply)
    connection.send(reply)
  }

/** Plans a reply rewritten by code; a failure of that code gets the reply of an internal error. */
async function rewritten(
  { ruleId: rule, fault, options, delayMs }: Firing,
  request: ApiRequest,
  answer: Answer,
): Promise<Plan> {
  const outcome = 'custom'
  if (fault?.stage.on !== 'code') throw new Error('no code makes this reply')
  try {
    const original = await answer.reply()
    const reply = { ...(await fault.stage.rewrite(original, options, request)), rule }
    const retryAfterSeconds = retryAfterOf(reply, request.atMs)
    return {
      waitMs: delayMs,
      status: reply.status,
      outcome,
      effect: effectOfCode(fault, options, reply, original),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      send: sendPlainly(reply),
    }
  } catch (error) {
    const send = () => Promise.reject(error)
    return { waitMs: delayMs, status: 500, outcome, send }
  }
}

/** Plans a request whose fault acts at exactly one stage. */
function through(
  firing: Firing,
  session: Session,
  request: ApiRequest,
  answerTo: (asked?: FaultEffect) => Answer,
): Omit<Plan, 'waitMs'> {
  const { network, base } = request
  const { ruleId: rule, fault, options, context } = firing
  const { dialect } = session
  const world = session.worldIn(dialect, network, base)
  const marked: ReplyChange = (reply) => ({ ...reply, rule })
  const sending = ({ status, reply }: StatusAndReply, outcome: string, change = marked) => ({
    status,
    outcome,
    effect: effectOf(outcome === UNCHANGED ? undefined : fault, options, status),
    send: async (connection: Connection, on: SendListeners) => {
      const plain = await reply()
      const changed = await change(plain)
      if (changed === undefined) on.changedNothing()
      on.made(changed ?? plain)
      connection.send(await session.answers.compressed(changed ?? plain, connection.encoding))
    },
  })
  if (fault === undefined) return sending(answerTo(), 'delay')
  const { key, stage } = fault
  if (stage.on !== 'reply') {
    const plain = answerTo()
    if (!canChange(firing, dialect, plain.status)) return sending(plain, UNCHANGED, (reply) => reply)
  }
  if (request.upgrade !== undefined && actsOnFrames(fault)) return sending(answerTo(), key)
  switch (stage.on) {
    case 'reply': {
      const reply = withErrorsOf(generationOf(base), stage.reply(options, context))
      const retryAfterSeconds = retryAfterOf(reply, context.atMs)
      return {
        ...sending({ status: reply.status, reply: () => reply }, key),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      }
    }
    case 'as-of':
    case 'edit': {
      const [answer, change] = throughData(firing, world, dialect, answerTo)
      return sending(answer, key, change)
    }
    case 'connection': {
      const answer = answerTo()
      const status = stage.silent?.(options, answer.status) ? null : answer.status
      return {
        status,
        outcome: key,
        effect: effectOf(fault, options, status),
        send: async (connection, on) => {
          const plain = { ...(await answer.reply()), rule }
          on.made(plain)
          const sent = stage.plain ? plain : await session.answers.compressed(plain, connection.encoding)
          return stage.send(connection, sent, options)
        },
      }
    }
    case 'code':
    case 'stream':
    case 'port':
      throw new Error(`${key} does nothing to requests`)
  }
}
