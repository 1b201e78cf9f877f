/** The state of the page as signals, written from the events of the stream. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { CallFailed, failureInWords, read, watchServer } from './api.js'
import { assign } from './hooks.js'
import { journalIdOf, MAX_ENTRIES, withChanges } from './journal-entries.js'
import { PAGE_PATHS } from './page-paths.js'
import type { BaseState, ClockReply, Entry, WatchEvents } from './replies.js'
import { after, each, machineMs } from './timers.js'
import { choose, chosenMarket } from './view.js'
import { isHeld } from './words.js'

/** `paused` while the tab is hidden, `ended` with the session, `refused` without permission. */
type StreamState =
  | { readonly state: 'connecting' | 'live' | 'paused' }
  | { readonly state: 'lost' | 'ended' | 'refused'; readonly why: string }

/** The last event of a name. */
const latest = <Name extends keyof WatchEvents>() => signal<WatchEvents[Name] | undefined>(undefined)

export const connection = signal<StreamState>({ state: 'connecting' })
export const hello = latest<'hello'>()
export const clock = latest<'clock'>()
export const session = latest<'session'>()
export const counts = latest<'counts'>()
export const sessions = latest<'sessions'>()
export const timeline = latest<'scenario'>()
export const bases = signal<readonly BaseState[] | undefined>(undefined)
/** Oldest first, at most 10,000; undefined until the first event. */
export const journal = signal<readonly Entry[] | undefined>(undefined)
/** Another one after the journal was cleared or restored, or the server restarted. */
export const journalId = signal('')
export const market = latest<'market'>()

/** Virtual ms since 1970, a few times a second while the clock runs. */
export const nowMs = signal<number | undefined>(undefined)

/** Virtual ms per real ms: 0 while the clock is frozen or not known. */
export const pace = computed(() => (clock.value?.mode === 'real' ? clock.value.rate : 0))

let clockAtMs = 0

function setClock(state: ClockReply): void {
  clock.value = state
  clockAtMs = machineMs()
  showNow()
}

/** Extrapolates the clock between two events, while connected. */
function showNow(): void {
  const last = clock.peek()
  if (last === undefined || connection.peek().state !== 'live') return
  nowMs.value = Date.parse(last.now) + (machineMs() - clockAtMs) * pace.peek()
}

const handlers: { readonly [Name in keyof WatchEvents]: (event: WatchEvents[Name]) => void } = {
  hello(event) {
    isJournalNew = true
    hello.value = event
    connection.value = { state: 'live' }
  },
  clock: setClock,
  session(event) {
    session.value = event
    setClock(event.clock)
  },
  counts: (event) => assign(counts, event),
  sessions: (event) => assign(sessions, event),
  scenario: (event) => assign(timeline, event),
  bases: (event) => assign(bases, event.bases),
  journal({ cursor, entries, missed, reset }) {
    const id = journalIdOf(cursor)
    const isOther = reset || id !== journalId.value
    const known = isOther ? [] : (journal.value ?? [])
    journalId.value = id
    journal.value = withChanges(known, entries)
    // The stream begins with the newest, and limits its entries per event.
    const [first] = entries
    const isShort = isJournalNew && first !== undefined && first.n > (known.at(-1)?.n ?? 0) + 1
    isJournalNew = false
    if (isShort) void askForAll()
    else if (missed > 0) askForAllSoon()
  },
  market: (event) => assign(market, event),
  end({ why, over }) {
    connection.value = { state: over ? 'ended' : 'lost', why }
  },
}

/** Whether known entries are from an earlier stream, after which some may be missing. */
let isJournalNew = true

async function askForAll(): Promise<void> {
  const id = journalId.peek()
  const reply = await read('/journal', { limit: MAX_ENTRIES }).catch(() => undefined)
  if (reply === undefined || id !== journalId.peek()) return
  // Of an entry known twice, that of the stream is newer, unless the stream has skipped its end.
  const known = journal.peek() ?? []
  journal.value = withChanges(
    reply.entries,
    known.filter((entry) => !isHeld(entry)),
  )
}

/** Debounced: the stream skips entries while too many arrive. */
function askForAllSoon(): void {
  forgetAsking()
  forgetAsking = after(OVER_MS, () => void askForAll())
}

const OVER_MS = 1000
let forgetAsking = () => {}

/** Keeps the stream open while the page is visible; `market` is its query. */
export function followSession(market: ReadonlySignal<Readonly<Record<string, string>>>): void {
  each(200, showNow)
  const isShown = signal(!document.hidden)
  document.addEventListener('visibilitychange', () => assign(isShown, !document.hidden))
  effect(() => {
    const query = market.value
    if (!isShown.value) {
      connection.value = { state: 'paused' }
      return
    }
    return untracked(() => open(query))
  })
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 4000

/** Keeps the stream open, with exponential backoff; returns a function that closes it. */
function open(query: Readonly<Record<string, string>>): () => void {
  if (connection.peek().state !== 'live') connection.value = { state: 'connecting' }
  const closing = new AbortController()
  const run = async () => {
    let waitMs = FIRST_WAIT_MS
    const on = (name: keyof WatchEvents, event: unknown) => {
      waitMs = FIRST_WAIT_MS
      batch(() => handlers[name]?.(event as never))
    }
    for (;;) {
      let failure: unknown = await watchServer(query, on, closing.signal).then(
        () => new Error('the stream has ended'),
        (error: unknown) => error,
      )
      if (failure instanceof CallFailed && failure.status === 400)
        failure = await chooseFallback(failure).catch((error: unknown) => error)
      if (failure === undefined || closing.signal.aborted || connection.peek().state === 'ended') return
      const final = finalState(failure)
      if (final !== undefined || failure instanceof CallFailed || connection.peek().state !== 'lost')
        connection.value = final ?? { state: 'lost', why: failureInWords(failure) }
      if (final !== undefined) return
      await new Promise<void>((resolve) => after(waitMs, resolve))
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
      if (closing.signal.aborted) return
    }
  }
  void run()
  return () => closing.abort()
}

/** The state after a failure that retrying does not fix. */
function finalState(failure: unknown): StreamState | undefined {
  if (!(failure instanceof CallFailed) || failure.status < 400 || failure.status >= 500) return undefined
  if (failure.status === 404 && PAGE_PATHS.session !== null) return { state: 'ended', why: failure.message }
  // Too many watchers: one of them will leave.
  return failure.status === 429 ? undefined : { state: 'refused', why: failure.message }
}

/** Replaces an unknown market by ETH, or the first asset, of the first network with prices; resolves with the failure if that was chosen already. */
async function chooseFallback(failure: CallFailed): Promise<CallFailed | undefined> {
  const { network, assets } = await read('/market/assets')
  const known = assets.find(({ symbol }) => symbol === 'ETH') ?? assets[0]
  const { network: before, symbol: asked } = chosenMarket.peek()
  if (known === undefined || (network === before && known.symbol === asked)) return failure
  choose({ network, symbol: known.symbol })
  return undefined
}
