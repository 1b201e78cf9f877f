/** One call for the requests of a turn of the event loop: it journals each, counts it on the rules that it matches, and decides which fires. */
import { processMs } from '../../kit/clock/timers.js'
import { getOrCreate, memoised } from '../../kit/maps.js'
import { faultKeyOf } from '../../scenario/effect.js'
import type { Fired, RunningRule } from '../../scenario/running-rule.js'
import { bucketOf } from '../../scenario/token-bucket.js'
import { type Arrival, kindFor, kindText, toRecord } from '../journal/entry.js'
import type { Session } from '../session.js'
import { SessionEndedError, StateLostError } from '../state-errors.js'
import type { Admit, Admitted, MatchedRequest } from '../state-store.js'
import type { StoreContext } from './connection.js'
import { entryText } from './entries.js'
import { journalOf, type StoredRecord } from './journal.js'
import { MAX_TRIES, type SharedSessions } from './shared-sessions.js'

/** Concurrent calls of a replica per session; requests that arrive meanwhile share the next. The store remembers more replies. */
const MAX_UNDER_WAY = 16

/** Requests of one call. */
interface Batch {
  /** Of the session that they were considered on. */
  readonly version: string
  readonly journalId: string
  readonly texts: (string | number)[]
  size: number
  /** The time of the store, ms virtual and real, and its decision on each; or one word instead of all that. */
  readonly asking: Promise<readonly string[]>
  readonly answered: Promise<readonly string[]>
}

interface Calls {
  /** To be sent. */
  open: Batch | undefined
  readonly underWay: Set<Promise<unknown>>
}

export function createAdmit(
  { keys, requireAnswers, within, time, turnEnd }: StoreContext,
  sessions: Pick<SharedSessions, 'versionOf' | 'follow' | 'settled'>,
): Admit<Session> {
  const callsOf = memoised((_: Session): Calls => ({ open: undefined, underWay: new Set() }))

  /** The batch for requests considered on one version of a session: its clock, rules and journal belong to it. */
  const batchFor = (session: Session, loadedAtMs: number): Batch => {
    const { id, clock, countsId } = session
    const calls = callsOf(session)
    const version = sessions.versionOf(id)
    if (calls.open?.version === version) return calls.open
    const { mode, rate, originMs, sinceMs } = clock.origin()
    const running = [originMs, sinceMs, mode === 'frozen' ? 0 : rate, loadedAtMs]
    const journal = journalOf(session)
    const named = [keys.document(id), keys.rules(id, countsId), ...journal.keys, keys.time]
    const texts: Batch['texts'] = []
    const ask = async (): Promise<readonly string[]> => {
      await turnEnd()
      while (calls.underWay.size >= MAX_UNDER_WAY) await Promise.race(calls.underWay)
      if (calls.open === batch) calls.open = undefined
      const sentMs = processMs()
      const calling = journal.call('request', named, [version, time.elapsedMs(), ...running, ...texts])
      const settled = calling.catch(() => {})
      calls.underWay.add(settled)
      try {
        const parts = String(await calling).split(';')
        if (parts.length > 1) time.learn(sentMs, Number(parts[0]!.split(' ')[1]))
        return parts
      } finally {
        calls.underWay.delete(settled)
      }
    }
    const asking = ask()
    const { id: journalId } = journal
    const batch: Batch = { version, journalId, texts, size: 0, asking, answered: within(asking) }
    calls.open = batch
    return batch
  }

  const tryOnce = async (
    session: Session,
    arrival: Arrival,
    { run, matched, status, outcome }: MatchedRequest,
    elapsedMs: () => number,
  ): Promise<Admitted | undefined> => {
    const journal = journalOf(session)
    const kind = kindFor(arrival, null, status, outcome)
    const seen = journal.seenBy(arrival)
    const record = toRecord(arrival, run?.rules, { n: 0, kind, realMs: 0, seen, revision: 0 })
    const plain = kindText(kind)
    const beganMs = elapsedMs()
    const batch = batchFor(session, run?.loadedAtMs ?? 0)
    const index = ++batch.size
    batch.texts.push(entryText(record, beganMs), plain, matched.length)
    const expected = matched.map((rule) => expectedKind(rule, plain, arrival, status))
    for (const [n, rule] of matched.entries()) {
      const bucket = rule.bucket && bucketOf(rule.bucket, arrival)
      batch.texts.push(ruleText(rule), expected[n]!, bucket ? `:${bucket}` : '')
    }
    /** The entry, at the time and with the number that the store gave it. */
    const entered = (parts: readonly string[]): Admitted => {
      const [atMs, storeMs] = numbersIn<[atMs: number, storeMs: number]>(parts[0]!)
      const [decided = '', ...counted] = parts[index]!.split('|')
      const [n, ruleIndex, call, firstFiredAtMs, waitMs] =
        numbersIn<[n: number, rule: number, call: number, firstFiredAtMs: number, waitMs: number]>(decided)
      const place = matched.findIndex((rule) => rule.index === ruleIndex)
      const rule: RunningRule | undefined = matched[place]
      const fired: Fired | undefined = rule && { index: ruleIndex, call, firstFiredAtMs, waitMs }
      const callOf = (text: string): [id: string, call: number][] => {
        const [index, call] = numbersIn<[index: number, call: number]>(text)
        return matched.filter((rule) => rule.index === index).map(({ id }) => [id, call])
      }
      const entry: StoredRecord = Object.assign(record, {
        n,
        atMs,
        realMs: storeMs - beganMs,
        journalId: batch.journalId,
        counted: expected[place] ?? plain,
        onPlanned: rule && ((kind: string) => void expectedKinds(rule).set(plain, kind)),
      })
      arrival.atMs = atMs
      if (arrival.upgrade !== undefined) arrival.upgrade.calls = new Map(counted.flatMap(callOf))
      return { entry, run, fired }
    }
    const refuse = (parts: readonly string[]): void => {
      if (parts.length === 1) return
      const { entry, fired } = entered(parts)
      const rule = matched.find(({ index }) => index === fired?.index)?.id ?? null
      journal.add(arrival, rule, 503, 'error', run?.rules, undefined, 0, entry)
      journal.finish(entry, elapsedMs(), arrival)
    }
    const parts = await batch.answered.catch((error: unknown) => {
      // A store that answers too late has an entry of what was refused.
      batch.asking.then(refuse, () => {})
      throw error
    })
    if (parts[0] === 'lost') throw new StateLostError('the store has lost the counts of the rules')
    if (parts[0] === 'stale') return void (await sessions.follow(session.id))
    return entered(parts)
  }

  return async (session, arrival, matchRules, elapsedMs) => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await sessions.settled(session.id)
      if (session.hasEnded) throw new SessionEndedError()
      requireAnswers()
      const admitted = await tryOnce(session, arrival, matchRules(), elapsedMs)
      if (admitted !== undefined) return admitted
    }
    throw new StateLostError('other replicas change the session too fast for this one')
  }
}

/** Numbers that a function of the store has written, named in their order. */
const numbersIn = <Named extends readonly number[]>(text: string) =>
  text.split(' ').map(Number) as unknown as Named

/** Kinds of a rule's last firings, by the kind that the request would have had. */
const expectedKinds = memoised((_: RunningRule) => new Map<string, string>())

/** The kind that a rule gave a similar request last; a wrong one costs a second call. */
function expectedKind(rule: RunningRule, plain: string, arrival: Arrival, status: number): string {
  return getOrCreate(expectedKinds(rule), plain, () =>
    kindText(kindFor(arrival, rule.id, status, faultKeyOf(rule.rule.fault))),
  )
}

/** Bound of what has none, as JSON has no Infinity. */
const NEVER = 9e15

/** A rule as the function of the store reads it. */
const ruleText = memoised(({ index, when, key, bucket, isForFrames }: RunningRule) =>
  JSON.stringify({ index, when, key, bucket, isForFrames }, (_name, item: unknown) =>
    item === Number.POSITIVE_INFINITY ? NEVER : item,
  ),
)
