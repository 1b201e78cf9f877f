/**
 * The path of a request through a session:
 *
 *   request ─► evaluate ─► journal ─► wait ─► answer, through the fault's stage ─► connection
 *
 * The only place that counts and decides a request, and journals one for a base address: on arrival, before any wait but that for a store,
 * which does all three in one call, and for code that makes a reply. `server/http/unmatched.ts` journals requests without a base address.
 */

import type { Endpoint } from '../api/endpoints/define.js'
import type { Connection, Reply, UndecidedConnection } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Firing } from '../scenario/define.js'
import type { JournalRecord } from './journal/entry.js'
import { planOf } from './plan.js'
import type { Session } from './session.js'

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
  if (request.upgrade !== undefined) request.upgrade.calls = session.scenario?.calls(request) ?? new Map()
  if (firing === undefined)
    return answerPlainly(session, request, endpoint, connection, undefined, onAnswered)
  return answerUnder(firing, session, request, endpoint, connection, undefined, onAnswered)
}

/** Called with the journal entry of a request whose reply has left. */
type OnAnswered = (entry: JournalRecord) => void

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
  const { entry, run, fired } = admitted
  if (run === undefined || fired === undefined)
    return answerPlainly(session, request, endpoint, connection, entry, onAnswered)
  const firing = run.firing(fired, endpoint, request.atMs)
  return answerUnder(firing, session, request, endpoint, connection, entry, onAnswered)
}

/** Answers a request that no rule matches; synchronous where nothing has to be awaited. */
function answerPlainly(
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: Connection,
  entered?: JournalRecord,
  onAnswered?: OnAnswered,
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
      onAnswered?.(entry)
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
  onAnswered?: OnAnswered,
): Promise<void> {
  // Code that makes a reply may outlast its scenario.
  const rules = session.scenario?.rules
  const planned = planOf(firing, session, request, endpoint)
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
  onAnswered?.(entry)
}

function outcomeOf(status: number): string {
  return status < 400 ? 'ok' : 'error'
}
