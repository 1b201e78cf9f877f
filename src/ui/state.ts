/** What the page knows, as signals: written here from the events of the stream, read by every part. */
import { batch, effect, signal, untracked } from '@preact/signals'
import { CallFailed, call, watch } from './api.js'
import { chooseKnown } from './choose-known.js'
import { chosen } from './chosen.js'
import { PLACE } from './here.js'
import { isSameJournal, MOST_ENTRIES, withChanges } from './journal-entries.js'
import { after, each, machineMs } from './machine.js'
import type {
  BaseState,
  ClockState,
  Counts,
  Entry,
  Hello,
  MarketChange,
  Replies,
  SessionItem,
  SessionView,
  Timeline,
  WatchEvents,
} from './replies.js'
import { retrying } from './retrying.js'
import { set } from './set.js'

/** Whether events come: `paused` while the tab is hidden, `ended` where the session is no more, `refused` where one may not. */
export type Connection =
  | { readonly state: 'connecting' | 'live' | 'paused' }
  | { readonly state: 'lost' | 'ended' | 'refused'; readonly why: string }

export const connection = signal<Connection>({ state: 'connecting' })
export const hello = signal<Hello | undefined>(undefined)
export const clock = signal<ClockState | undefined>(undefined)
export const session = signal<SessionView | undefined>(undefined)
export const counts = signal<Counts | undefined>(undefined)
export const sessions = signal<readonly SessionItem[]>([])
/** The scenario as a time line. */
export const timeline = signal<Timeline | undefined>(undefined)
export const bases = signal<readonly BaseState[] | undefined>(undefined)
/** Oldest first, at most 10,000. Undefined until the first have come. */
export const journal = signal<readonly Entry[] | undefined>(undefined)
/** The running candle and the price of what is chosen. */
export const market = signal<MarketChange | undefined>(undefined)

/** Virtual ms since 1970, a few times a second while the clock runs. */
export const nowMs = signal<number | undefined>(undefined)

/** When the clock was last told of, on the machine's stopwatch. */
let clockAtMs = 0

function setClock(told: ClockState): void {
  clock.value = told
  clockAtMs = machineMs()
  showNow()
}

/** Between two times that it is told of, the clock runs on here; not where nobody knows whether it does. */
function showNow(): void {
  const told = clock.peek()
  if (told === undefined || connection.peek().state !== 'live') return
  const runsMs = told.mode === 'frozen' ? 0 : (machineMs() - clockAtMs) * told.rate
  nowMs.value = Date.parse(told.now) + runsMs
}

const handlers: { readonly [Name in keyof WatchEvents]: (told: WatchEvents[Name]) => void } = {
  hello(told) {
    isJournalNew = true
    if (told.instanceId !== hello.value?.instanceId) journal.value = undefined
    hello.value = told
    connection.value = { state: 'live' }
  },
  clock: setClock,
  session(told) {
    session.value = told
    setClock(told.clock)
  },
  counts: (told) => set(counts, told),
  sessions: (told) => set(sessions, told.sessions),
  scenario: (told) => set(timeline, told),
  bases: (told) => set(bases, told.bases),
  journal({ cursor, entries, missed, reset }) {
    const isOther = reset || !isSameJournal(journalCursor, cursor)
    const known = isOther ? [] : (journal.value ?? [])
    journalCursor = cursor
    journal.value = withChanges(known, entries)
    if (isOther) cameMeanwhile = undefined
    else cameMeanwhile?.push(entries)
    // The stream begins with the newest, and tells of so many at a time only.
    const isShort = isJournalNew && entries.length > 0 && entries[0].n > (known.at(-1)?.n ?? 0) + 1
    isJournalNew = false
    if (isShort) void askForAll()
    else if (missed > 0) askForAllSoon()
  },
  market: (told) => set(market, told),
  end({ why, over }) {
    connection.value = { state: over ? 'ended' : 'lost', why }
  },
}

/** Whether what is known of the journal came over an earlier stream: more may have come in between. */
let isJournalNew = true

/** Which journal it is. */
let journalCursor: string | undefined

/** What came over the stream while the whole journal was asked for: it is newer than the answer. */
let cameMeanwhile: (readonly Entry[])[] | undefined

async function askForAll(): Promise<void> {
  const came: (readonly Entry[])[] = []
  cameMeanwhile = came
  const path = `/journal?limit=${MOST_ENTRIES}`
  const { entries } = await call<Replies['GET /journal']>('GET', path).catch(() => ({ entries: [] }))
  // Cleared since, or asked for once more.
  if (cameMeanwhile !== came) return
  cameMeanwhile = undefined
  journal.value = [entries, ...came].reduce(withChanges, journal.peek() ?? [])
}

/** More came at once than the stream tells: they are asked for when that is over. */
function askForAllSoon(): void {
  forgetAsking()
  forgetAsking = after(OVER_MS, () => void askForAll())
}

const OVER_MS = 1000
let forgetAsking = () => {}

/** Opens the stream, and opens it again when it breaks, for as long as the page is looked at. */
export function connect(): void {
  each(200, showNow)
  const isShown = signal(!document.hidden)
  document.addEventListener('visibilitychange', () => set(isShown, !document.hidden))
  effect(() => {
    const query = chosen.value
    if (!isShown.value) {
      connection.value = { state: 'paused' }
      return
    }
    return untracked(() => open({ ...query }))
  })
}

function open(query: Readonly<Record<string, string>>): () => void {
  // Another market is looked at: nothing that a person should be told.
  if (connection.peek().state !== 'live') connection.value = { state: 'connecting' }
  return retrying({
    async run(signal, alive) {
      try {
        await watch(
          query,
          (name, told) => {
            alive()
            batch(() => handlers[name]?.(told as never))
          },
          signal,
        )
      } catch (failure) {
        const isUnknownMarket = failure instanceof CallFailed && failure.status === 400
        if (!isUnknownMarket || !(await chooseKnown())) throw failure
      }
    },
    ended(failure) {
      if (connection.peek().state === 'ended') return false
      const state = refusalOf(failure)
      if (state !== undefined) connection.value = state
      else if (failure !== undefined || connection.peek().state !== 'lost')
        connection.value = { state: 'lost', why: failure?.message ?? 'the stream has ended' }
      return state === undefined
    },
  })
}

/** What trying again does not mend. */
function refusalOf(failure: Error | undefined): Connection | undefined {
  if (!(failure instanceof CallFailed) || failure.status < 400 || failure.status >= 500) return undefined
  if (failure.status === 404 && PLACE.session !== null) return { state: 'ended', why: failure.message }
  // As many watch as may: one of them will go.
  if (failure.status === 429) return undefined
  return { state: 'refused', why: `${failure.message}: ${failure.hint}` }
}
