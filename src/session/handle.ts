/**
 * The path of a request through a session:
 *
 *   request ─► evaluate ─► journal ─► wait ─► answer, through the fault's stage ─► connection
 *
 * The only place that counts and decides a request, and journals one for a base address: on arrival, before any wait but that for a store,
 * which does all three in one call, and for code that makes a reply. `server/http/unmatched.ts` journals requests without a base address.
 */

import type { Endpoint } from '../api/endpoints/define.js'
import {
  type Connection,
  errorReply,
  type Reply,
  retryAfterOf,
  type UndecidedConnection,
  withErrorsOf,
} from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import { type Effect, UNCHANGED } from '../kit/outcome-class.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { FaultEffect, Firing } from '../scenario/define.js'
import { actsOnFrames, canChange, editReply, effectOf, effectOfCode } from '../scenario/effect.js'
import { onlyOf } from '../scenario/named-rows.js'
import { isTimeout } from '../scenario/route-timeout.js'
import type { Answer } from './answer.js'
import type { JournalRecord } from './journal/entry.js'
import type { Session } from './session.js'
import { type CountedCalls, countedBy } from './stream/active-rule.js'

/**
 * Answers a request over its connection. Returns undefined where that completes synchronously, as with a cached answer; else
 * a promise. Throws or rejects on internal errors; rejects with a StateLost or SessionEnded.
 */
export function handle(
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: UndecidedConnection,
  onAnswered?: OnAnswered,
): Promise<void> | undefined {
  session.onArrival?.(request, session.scenario)
  if (session.admit !== undefined)
    return handleAdmitted(session.admit, session, request, endpoint, connection, onAnswered)
  const firing = session.scenario?.evaluator(request, endpoint)?.evaluate(request)
  const then = onAnswered && thenWith(onAnswered, countedBy(session.scenario, request))
  if (firing === undefined) return answerPlainly(session, request, endpoint, connection, undefined, then)
  return answerUnder(firing, session, request, endpoint, connection, undefined, then)
}

/** Called with the journal entry of a request whose reply has left, and the number that it has for each rule. */
export type OnAnswered = (entry: JournalRecord, counted: CountedCalls) => void
type ThenWithEntry = (entry: JournalRecord) => void

function thenWith(onAnswered: OnAnswered, counted: CountedCalls): ThenWithEntry {
  return (entry) => onAnswered(entry, counted)
}

/** The same for a session that processes share: its store counts, decides and journals the request in one call. */
async function handleAdmitted(
  admit: NonNullable<Session['admit']>,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: UndecidedConnection,
  onAnswered?: OnAnswered,
): Promise<void> {
  const consider = () => {
    connection.markDecided()
    const { status } = session.answer(request, endpoint)
    const run = session.scenario
    return { run, matched: run?.matched(request) ?? [], status, outcome: outcomeOf(status) }
  }
  const admitted = await admit(session, request, consider, () => connection.elapsedMs())
  const { entry, run, fired, calls } = admitted
  const then = onAnswered && thenWith(onAnswered, { runId: run?.id, calls })
  if (run === undefined || fired === undefined)
    return answerPlainly(session, request, endpoint, connection, entry, then)
  const firing = run.firing(fired, endpoint, request.atMs)
  return answerUnder(firing, session, request, endpoint, connection, entry, then)
}

/** Answers a request that no rule matches; synchronous where nothing has to be awaited. */
function answerPlainly(
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: Connection,
  entered?: JournalRecord,
  then?: ThenWithEntry,
): Promise<void> | undefined {
  const { status, reply } = session.answer(request, endpoint)
  const entry = session.journal.add(
    request,
    null,
    status,
    outcomeOf(status),
    session.scenario?.rules,
    undefined,
    connection.elapsedMs(),
    entered,
  )
  // Browsers send preflights themselves; rehearsals grade the client.
  const recorder = request.method === 'OPTIONS' ? undefined : session.recorder
  const graded = recorder?.arrived(request, entry, connection) ?? connection
  const way = session.exchanges?.arrived(entry, graded) ?? graded
  const send = (made: Reply): void => {
    if (way.gone) session.journal.abandon(entry, way.elapsedMs())
    else {
      way.send(made)
      session.journal.finish(entry, way.elapsedMs(), request)
      then?.(entry)
    }
  }
  const made = reply()
  if (!(made instanceof Promise)) session.journal.fail(entry, made)
  const { encoding } = way
  if (made instanceof Promise) return made.then((reply) => session.compressed(reply, encoding)).then(send)
  const sent = encoding === undefined ? made : session.compressed(made, encoding)
  if (sent instanceof Promise) return sent.then(send)
  send(sent)
  return undefined
}

/** Answers a request on which a rule fires. */
async function answerUnder(
  firing: Firing,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: Connection,
  entered?: JournalRecord,
  then?: ThenWithEntry,
): Promise<void> {
  // Code that makes a reply may outlast its scenario.
  const rules = session.scenario?.rules
  const planned =
    session.waits.isFull && mayHold(firing)
      ? errorPlan(request, 429, FULL, { waitMs: 0, outcome: 'too-many-held' })
      : planOf(firing, session, request, endpoint)
  // A reply made by code is journalled once it exists; all others on arrival.
  const plan = planned instanceof Promise ? await planned : planned
  const { status, outcome, effect } = plan
  const elapsedMs = connection.elapsedMs()
  const { journal } = session
  const entry = journal.add(request, firing.ruleId, status, outcome, rules, effect, elapsedMs, entered)
  if (plan.retryAfterSeconds !== undefined) entry.retryAfterSeconds = plan.retryAfterSeconds
  const writing = journal.written(entry)
  if (writing !== undefined) await writing
  const graded = session.recorder?.arrived(request, entry, connection) ?? connection
  const way = session.exchanges?.arrived(entry, graded) ?? graded
  if (plan.waitMs > 0) await way.wait(plan.waitMs)
  if (way.gone) return session.journal.abandon(entry, way.elapsedMs())
  const { status: announced } = plan
  await plan.send(way, {
    changedNothing: () => journal.changeNothing(entry),
    made: (reply) => announced !== null && journal.fail(entry, reply),
  })
  session.journal.finish(entry, way.elapsedMs(), request)
  then?.(entry)
}

function outcomeOf(status: number): string {
  return status < 400 ? 'ok' : 'error'
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

/** The outcome of a request, as far as known on arrival. */
interface Plan {
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

function planOf(
  firing: Firing,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
): Plan | Promise<Plan> {
  const { ruleId: rule, delayMs } = firing
  if (endpoint !== undefined && isTimeout(firing, endpoint))
    return errorPlan(request, 504, 'timeout', { waitMs: endpoint.timeoutMs, outcome: 'timeout' }, { rule })
  const answerTo = (asked?: FaultEffect) => session.answer(request, endpoint, asked)
  if (firing.fault?.stage.on === 'code') return rewritten(firing, request, answerTo())
  return { waitMs: delayMs, ...through(firing, session, request, answerTo) }
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
  type Change = (reply: Reply) => Reply | undefined | Promise<Reply | undefined>
  const marked: Change = (reply) => ({ ...reply, rule })
  const sending = (
    { status, reply }: Pick<Answer, 'status' | 'reply'>,
    outcome: string,
    change = marked,
  ) => ({
    status,
    outcome,
    effect: effectOf(outcome === UNCHANGED ? undefined : fault, options, status),
    send: async (connection: Connection, on: SendListeners) => {
      const plain = await reply()
      const changed = await change(plain)
      if (changed === undefined) on.changedNothing()
      on.made(changed ?? plain)
      connection.send(await session.compressed(changed ?? plain, connection.encoding))
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
      const earlier = stage.on === 'as-of' ? answerTo(stage.question(options, context)) : undefined
      if (earlier !== undefined && onlyOf(options) === undefined) return sending(earlier, key)
      return sending(answerTo(), key, async (reply) => {
        const mixed = (await earlier?.reply())?.body
        const body = await editReply(reply.body, firing, world, dialect, mixed)
        return body && { ...reply, body, rule }
      })
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
          const sent = stage.plain ? plain : await session.compressed(plain, connection.encoding)
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
