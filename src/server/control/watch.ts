/** One stream of events with everything that the dashboard shows of a session. */

import { startStopwatch } from '../../kit/clock/timers.js'
import * as z from '../../kit/zod.js'
import { network } from '../../scenario/values.js'
import type { JournalCursor } from '../../session/journal/changes.js'
import type { Session } from '../../session/session.js'
import { StateLostError } from '../../session/state-store.js'
import { basesOf, basesReply } from './bases.js'
import { clockReply, clockState } from './clock-state.js'
import { type ControlEvent, type Controlled, type ControlQuestion, defineEvents } from './define.js'
import { keepExchanges } from './exchange.js'
import { changesReply, journalChanges, USUAL_CHANGES } from './journal-changes.js'
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
import { createShare } from './shared.js'
import { createThrottle } from './throttle.js'
import { timelineOf, timelineReply } from './timeline.js'
import { MAX_WATCHERS } from './watchers.js'

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
    session: z.string().nullable().meta({ description: "Null for the server's own" }),
  }),
  clock: clockReply,
  session: sessionViewReply,
  counts: z.strictObject({
    requests: z.int().meta({ description: 'Requests of the session' }),
    held: z.int().meta({ description: 'Requests held by a delay or a hang' }),
  }),
  sessions: z.strictObject({
    sessions: z
      .array(z.strictObject({ id: z.string(), seed: z.string() }))
      .meta({ description: 'The newest' }),
    count: z.int().meta({ description: 'Number of sessions' }),
  }),
  scenario: timelineReply,
  bases: basesReply,
  journal: changesReply,
  market: z.strictObject({
    network,
    symbol,
    period,
    candle: candleReply.nullable().meta({ description: 'The running candle; null at the limits of time' }),
    before: candleReply.nullable().meta({ description: 'The previous candle, final; null if there is none' }),
    price: priceReply.nullable(),
    decimals: usdDecimals,
  }),
  end: z.strictObject({
    why: z.string(),
    over: z.boolean().meta({ description: 'Whether reconnecting is pointless: the session has ended' }),
  }),
}

export const watchCall = defineEvents({
  method: 'GET',
  path: '/watch',
  about:
    'An endless stream of events: clock, session, its counts, sessions, scenario, bases, journal and one market, each immediately and on change.',
  perSession: true,
  query: z.strictObject({
    network: network.optional(),
    symbol: symbol.optional(),
    period: period.optional(),
  }),
  events: WATCH_EVENTS,
  errors: [
    'no-such-token',
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
  const isRoot = session === control.sessions.root
  const { instanceId, version, algorithm } = control
  const changed = createChanges()
  const alarm = createThrottle(session, control.watchers, gone)
  const sinceStart = startStopwatch()
  const key = JSON.stringify([watched.origin, looked])
  let slowAtMs = Number.NEGATIVE_INFINITY
  let mark: JournalCursor | undefined
  const release = await keepExchanges(session)
  try {
    yield toEvent('hello', { instanceId, version, algorithm, session: isRoot ? null : session.id })
    while (!alarm.hasEnded) {
      const isSlow = alarm.wasChanged() || sinceStart() - slowAtMs >= SLOW_MS
      await alarm.finish(
        control.sessions.state.gather(isSlow ? ['journal', 'rules'] : ['journal'], [session]),
      )
      if (alarm.hasEnded) break
      if (isSlow) {
        slowAtMs = sinceStart()
        yield* changed(await share(session, key, alarm.changedMs, () => slowEvents(watched, looked)))
      }
      const { revision, epoch } = session.journal.mark
      if (mark?.revision !== revision || mark.epoch !== epoch) {
        const news = journalChanges(session, mark, mark === undefined ? USUAL_CHANGES : MAX_ENTRIES)
        const { mark: read, ...change } = news
        if (mark === undefined || change.reset || change.missed + change.entries.length > 0)
          yield { event: 'journal', data: JSON.stringify(change) }
        mark = read
      }
      await alarm.pause(TICK_MS)
    }
    const over = session.hasEnded
    const why = over ? 'the session has ended' : 'the server is stopping'
    if (!gone.aborted) yield toEvent('end', { why, over })
  } catch (error) {
    if (!(error instanceof StateLostError)) throw error
    yield toEvent('end', { why: error.message, over: false })
  } finally {
    alarm.callOff()
    release()
  }
}

interface WatchEvent extends ControlEvent {
  /** Equal texts are not a change. */
  readonly compared: string
}

const share = createShare<Promise<readonly WatchEvent[]>>()

/** Everything but the journal; watchers of a session share it. */
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
  const files = state.files.map((file) =>
    (file.text ?? '').length > LONGEST_TEXT ? { name: file.name } : file,
  )
  return { ...state, files }
}

function newestSessions({ sessions }: Controlled) {
  const all: readonly Session[] = sessions.list()
  const newest = all.slice(-MAX_SESSIONS).map(({ id, seed }) => ({ id, seed }))
  return { sessions: newest, count: all.length }
}
