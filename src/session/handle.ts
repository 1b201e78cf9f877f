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
import { failureOf } from './failure.js'
import { failedKind, isAutomaticPreflight, type JournalRecord } from './journal/entry.js'
import { planOf } from './plan.js'
import type { Session } from './session.js'
import { SessionEndedError } from './state-errors.js'

/** Called with the journal entry of a request when its reply has left. */
export type OnAnswered = (entry: JournalRecord, request: ApiRequest) => void

/** A request that is being answered. */
interface Handling {
  readonly session: Session
  readonly request: ApiRequest
  readonly endpoint: Endpoint | undefined
  readonly connection: UndecidedConnection
  readonly onAnswered: OnAnswered | undefined
}

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
  const handling = { session, request, endpoint, connection, onAnswered }
  if (session.admit !== undefined) return handleAdmitted(session.admit, handling)
  const firing = session.scenario?.evaluate(request, endpoint)
  if (request.upgrade !== undefined) request.upgrade.calls = session.scenario?.calls(request) ?? new Map()
  return firing === undefined ? answerPlainly(handling) : answerUnder(firing, handling)
}

/** The same for a session that processes share: its store counts, decides and journals the request in one call. */
async function handleAdmitted(admit: NonNullable<Session['admit']>, handling: Handling): Promise<void> {
  const { session, request, endpoint, connection } = handling
  const matchRules = () => {
    connection.markDecided()
    const { status } = session.answers.answer(session, request, endpoint)
    const run = session.scenario
    return { run, matched: run?.matched(request) ?? [], status, outcome: outcomeOf(status) }
  }
  const admitted = await admit(session, request, matchRules, () => connection.elapsedMs())
  const { entry, run, fired } = admitted
  if (run === undefined || fired === undefined) return answerPlainly(handling, entry)
  return answerUnder(run.firing(fired, endpoint, request.atMs), handling, entry)
}

/** Answers a request that no rule matches; synchronous where nothing has to be awaited. */
function answerPlainly(handling: Handling, entered?: JournalRecord): Promise<void> | undefined {
  const { session, request, endpoint, connection } = handling
  const { journal, scenario, answers } = session
  const { status, reply } = answers.answer(session, request, endpoint)
  const [outcome, elapsedMs] = [outcomeOf(status), connection.elapsedMs()]
  const entry = journal.add(request, null, status, outcome, scenario?.rules, undefined, elapsedMs, entered)
  const way = followed(handling, entry)
  const send = (made: Reply): void => {
    if (way.gone) journal.abandon(entry, way.elapsedMs())
    else {
      way.send(made)
      finish(handling, entry)
    }
  }
  const { encoding } = way
  const compressed = (made: Reply) => (encoding === undefined ? made : answers.compressed(made, encoding))
  try {
    const made = reply()
    if (!(made instanceof Promise)) journal.fail(entry, made)
    const sent = made instanceof Promise ? made.then(compressed) : compressed(made)
    if (sent instanceof Promise) return sent.then(send).catch((error) => fail(handling, entry, error))
    send(sent)
    return undefined
  } catch (error) {
    return fail(handling, entry, error)
  }
}

/** Answers a request on which a rule fires. */
async function answerUnder(firing: Firing, handling: Handling, entered?: JournalRecord): Promise<void> {
  const { session, request, endpoint, connection } = handling
  const { journal } = session
  // Code that makes a reply may outlast its scenario.
  const rules = session.scenario?.rules
  const planned = planOf(firing, session, request, endpoint)
  // A reply made by code is journalled once it exists; all others on arrival.
  const plan = planned instanceof Promise ? await planned : planned
  const { status, outcome, effect, waitMs } = plan
  const elapsedMs = connection.elapsedMs()
  const entry = journal.add(request, firing.ruleId, status, outcome, rules, effect, elapsedMs, entered)
  if (plan.retryAfterSeconds !== undefined) entry.retryAfterSeconds = plan.retryAfterSeconds
  const writing = journal.written(entry)
  if (writing !== undefined) await writing
  const way = followed(handling, entry)
  if (waitMs > 0) await way.wait(waitMs)
  if (way.gone) return journal.abandon(entry, way.elapsedMs())
  try {
    await plan.send(way, {
      changedNothing: () => journal.changeNothing(entry),
      made: (reply) => status !== null && journal.fail(entry, reply),
    })
    finish(handling, entry)
  } catch (error) {
    fail(handling, entry, error)
  }
}

/** The connection on which a journalled request is answered: watched by clients of the control API, and by the rehearsal that grades it. */
function followed({ session, request, connection }: Handling, entry: JournalRecord): Connection {
  connection.copy = session.exchanges?.begin(entry, connection.requestHead)
  // Browsers send preflights themselves; rehearsals grade the client.
  const recorder = isAutomaticPreflight(entry.kind) ? undefined : session.recorder
  return recorder?.arrived(request, entry, connection) ?? connection
}

function finish({ session, request, connection, onAnswered }: Handling, entry: JournalRecord): void {
  session.journal.finish(entry, connection.elapsedMs(), request)
  onAnswered?.(entry, request)
}

/** Ends the entry of a request whose answer failed, and throws the error on: the caller replies with it. */
function fail(handling: Handling, entry: JournalRecord, error: unknown): never {
  const { session, request, connection } = handling
  if (entry.ms === null && !(error instanceof SessionEndedError)) {
    session.journal.recast(entry, failedKind(entry.kind, failureOf(error).status))
    session.recorder?.failed(entry)
    session.journal.finish(entry, connection.elapsedMs(), request)
  }
  throw error
}

function outcomeOf(status: number): string {
  return status < 400 ? 'ok' : 'error'
}
