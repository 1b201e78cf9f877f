/** One stream of events with everything that the dashboard shows of a session. */

import * as z from 'zod'
import { pause, processMs, startStopwatch } from '../../kit/clock/timers.js'
import { ALGORITHM, VERSION } from '../../kit/version.js'
import { network } from '../../scenario/values.js'
import type { JournalCursor } from '../../session/journal/changes.js'
import type { Session } from '../../session/session.js'
import { StateLostError } from '../../session/state-errors.js'
import { basesOf, basesReply } from './bases.js'
import { clockReply, clockState } from './clock.js'
import { type ControlEvent, type Controlled, type ControlQuestion, defineEvents } from './define.js'
import { keepExchanges } from './exchange.js'
import { changesReply, journalChanges, USUAL_CHANGES } from './journal-replies.js'
import {
  candleReply,
  type MarketReading,
  marketAt,
  period,
  priceReply,
  runningOf,
  symbol,
  usdDecimals,
} from './market.js'
import { type SessionView, sessionView, sessionViewReply } from './session-view.js'
import { timelineOf, timelineReply } from './timeline.js'
import { MAX_WATCHERS, type Watchers } from './watchers.js'

/** Intervals of checks for requests, and for everything else, in real ms. */
const TICK_MS = 250
const SLOW_MS = 1000
const MAX_ENTRIES = 250
const MAX_SESSIONS = 200
const LONGEST_TEXT = 64_000

export const WATCH_EVENTS = {
  hello: z.strictObject({
    instanceId: z.string(),
    version: z.string(),
    algorithm: z.int(),
    session: z.string().nullable().describe("Null for the server's own"),
  }),
  clock: clockReply,
  session: sessionViewReply,
  counts: z.strictObject({
    requests: z.int().describe('Requests of the session'),
    held: z.int().describe('Requests held by a delay or a hang'),
  }),
  sessions: z.strictObject({
    sessions: z.array(z.strictObject({ id: z.string(), seed: z.string() })).describe('The newest'),
    count: z.int().describe('Number of sessions'),
  }),
  scenario: timelineReply,
  bases: basesReply,
  journal: changesReply,
  market: z.strictObject({
    network,
    symbol,
    period,
    candle: candleReply.nullable().describe('The running candle; null at the limits of time'),
    before: candleReply.nullable().describe('The previous candle, final; null if there is none'),
    price: priceReply.nullable(),
    decimals: usdDecimals,
  }),
  end: z.strictObject({
    why: z.string(),
    over: z.boolean().describe('Whether reconnecting is pointless: the session has ended'),
  }),
}

export const watchCall = defineEvents('GET /watch', {
  about:
    'An endless stream of events: clock, session, its counts, sessions, scenario, bases, journal and one market, each immediately and on change.',
  query: z.strictObject({
    network: network.optional(),
    symbol: symbol.optional(),
    period: period.optional(),
  }),
  events: WATCH_EVENTS,
  errors: [
    'no-such-token',
    'too-many-assets',
    { code: 'too-many-watchers', about: `${MAX_WATCHERS} clients already watch the server` },
  ],
  run(question) {
    const looked = marketAt(question.session, question.query)
    question.control.watchers.enter(question.gone)
    return watching(question, looked)
  },
})

type WatchContext = Pick<ControlQuestion, 'session' | 'control' | 'origin' | 'gone'>

async function* watching(watched: WatchContext, looked: MarketReading): AsyncIterable<ControlEvent> {
  const { session, control, gone } = watched
  const changed = createChanges()
  const pace = createPace(session, control.watchers, gone)
  const sinceStart = startStopwatch()
  let slowAtMs = Number.NEGATIVE_INFINITY
  let mark: JournalCursor | undefined
  const release = keepExchanges(session)
  try {
    yield toEvent('hello', {
      instanceId: control.instanceId,
      version: VERSION,
      algorithm: ALGORITHM,
      session: session === control.sessions.root ? null : session.id,
    })
    while (!pace.over.aborted) {
      const isSlow = pace.takeChange() || sinceStart() - slowAtMs >= SLOW_MS
      await pace.finish(control.sessions.state.read(session.id, isSlow ? ['journal', 'rules'] : ['journal']))
      if (pace.over.aborted) break
      if (isSlow) {
        slowAtMs = sinceStart()
        yield* changed(await sharedSlowEvents(watched, looked, pace.changedMs))
      }
      const { revision, epoch } = session.journal.mark
      if (mark?.revision !== revision || mark.epoch !== epoch) {
        const news = journalChanges(session, mark, mark === undefined ? USUAL_CHANGES : MAX_ENTRIES)
        const { mark: read, ...change } = news
        if (mark === undefined || change.reset || change.missed + change.entries.length > 0)
          yield { event: 'journal', data: JSON.stringify(change) }
        mark = read
      }
      await pace.pause(TICK_MS)
    }
    const over = session.hasEnded
    const why = over ? 'the session has ended' : 'the server is stopping'
    if (!gone.aborted) yield toEvent('end', { why, over })
  } catch (error) {
    if (!(error instanceof StateLostError)) throw error
    yield toEvent('end', { why: error.message, over: false })
  } finally {
    pace.callOff()
    release()
  }
}

interface WatchEvent extends ControlEvent {
  /** Equal texts are not a change. */
  readonly compared: string
}

/** Longest age of events that watchers of a session share. */
const SHARED_MS = 50

const LATEST = new WeakMap<Session, { key: string; sinceMs: number; events: ReturnType<typeof slowEvents> }>()

/** The slow events, or those that another watcher made a few milliseconds ago, at `notBeforeMs` or later. */
function sharedSlowEvents(watched: WatchContext, looked: MarketReading, notBeforeMs: number) {
  const { session, origin } = watched
  const key = JSON.stringify([origin, looked])
  const found = LATEST.get(session)
  const sinceMs = processMs()
  if (found?.key === key && found.sinceMs >= Math.max(notBeforeMs, sinceMs - SHARED_MS)) return found.events
  const events = slowEvents(watched, looked)
  LATEST.set(session, { key, sinceMs, events })
  return events
}

/** Everything but the journal. */
async function slowEvents(
  { session, control, origin }: WatchContext,
  looked: MarketReading,
): Promise<readonly WatchEvent[]> {
  const clock = toEvent('clock', clockState(session.clock))
  const state = withoutLongTexts(await sessionView(session, control, false))
  // Clock, command and counts change constantly: alone they are not a change.
  const { clock: _, command: __, requests, held, ...rest } = state
  return [
    clock,
    toEvent('session', state, rest),
    toEvent('counts', { requests, held }),
    toEvent('sessions', newestSessions(control)),
    toEvent('scenario', timelineOf(session)),
    toEvent('bases', basesOf(session, control, origin)),
    toEvent('market', runningOf(session, looked)),
  ]
}

/** An event that is compared by `key` instead of its data, if given. */
function toEvent(event: keyof typeof WATCH_EVENTS, value: unknown, key?: unknown): WatchEvent {
  const data = JSON.stringify(value)
  return { event, data, compared: key === undefined ? data : JSON.stringify(key) }
}

/** Keeps the events that differ from the last of their name. */
function createChanges(): (events: readonly WatchEvent[]) => readonly ControlEvent[] {
  const last = new Map<string, string>()
  return (events) =>
    events.filter(({ event, compared }) => {
      const isChanged = last.get(event) !== compared
      if (isChanged) last.set(event, compared)
      return isChanged
    })
}

function withoutLongTexts(state: SessionView): SessionView {
  const files = state.files.map(({ name, text }) =>
    (text ?? '').length > LONGEST_TEXT ? { name } : { name, text },
  )
  return { ...state, files }
}

function newestSessions({ sessions }: Controlled) {
  const all: readonly Session[] = sessions.list()
  const newest = all.slice(-MAX_SESSIONS).map(({ id, seed }) => ({ id, seed }))
  return { sessions: newest, count: all.length }
}

/** Debounces changes. */
const FLOCK_MS = 100

/** Paces a watcher: `over` is aborted when its session ends, the server stops, or its client is gone. */
function createPace(session: Session, watchers: Watchers, gone: AbortSignal) {
  // Not AbortSignal.any: Node 20 keeps that for good while it has a listener, with all that the listener refers to.
  const ending = new AbortController()
  const { signal: over } = ending
  /** Aborted by the first change since `takeChange`. */
  let change = new AbortController()
  let changedMs = processMs()
  const ended = new Promise<void>((resolve) => {
    over.addEventListener('abort', () => {
      change.abort()
      resolve()
    })
  })
  const end = () => ending.abort()
  gone.addEventListener('abort', end)
  if (gone.aborted) end()
  const callOffs = [
    session.onEnd(end),
    watchers.onStop(end),
    session.onChange(() => {
      changedMs = processMs()
      change.abort()
    }),
  ]
  return {
    over,
    /** Time of the last change, by `processMs`; of the start if there was none. */
    get changedMs() {
      return changedMs
    },
    /** Whether clock or scenario changed since the last call. */
    takeChange() {
      const { aborted } = change.signal
      if (aborted) change = new AbortController()
      return aborted
    },
    /** Waits `ms` of real time, or until something changes or ends. */
    async pause(ms: number) {
      await pause(ms, { signal: change.signal, isIdle: true })
      if (change.signal.aborted) await pause(FLOCK_MS, { signal: over, isIdle: true })
    },
    /** Waits for `work`, or until it is over. */
    finish: (work: void | Promise<void>) => Promise.race([work, ended]),
    callOff() {
      for (const callOff of callOffs) callOff()
    },
  }
}
