/** The page as a whole: renders it, and connects it to the server. */

import { render } from 'preact'
import { notice } from './api.js'
import { BasesPanel } from './bases/bases.js'
import { ClockPanel, toggleFrozen } from './clock.js'
import { actOnKey } from './hooks.js'
import { EndScenario, Incident, Library } from './incident/incident.js'
import { JournalPanel } from './journal/journal.js'
import { chooseNear, FAILED } from './journal/selection.js'
import { MarketPanel, MoveDialog, undoLastMove } from './market/market.js'
import { PAGE_PATHS } from './page-paths.js'
import { Button, copy, Dialog, FactRows, Field, OpenedDialog, openDialog } from './parts.js'
import { NewSession, SessionChooser, SessionFacts } from './session.js'
import { connection, followSession, hello, nowMs, timeline } from './state.js'
import { shownMarket, showRange, visibleSpan } from './time/shown-time.js'
import { instantIn, moved } from './time/spans.js'
import { TokenDialog } from './token.js'
import { linkToView, show } from './view.js'
import { formatInstant } from './words.js'

/** Keys that act anywhere, or without an action here on what has the focus. */
const KEYS: readonly (readonly [key: string, words: string, act?: () => void])[] = [
  ['/', 'filter requests', () => document.querySelector<HTMLElement>('.filters input')?.focus()],
  ['f', 'failed requests', showFailed],
  ['c', 'clients', showClients],
  ['y', 'copy a link to this view', () => void copy(linkToView.peek())],
  ['g', 'go to a time', () => openDialog(<GoToTime />)],
  ['p', 'freeze or run the clock', () => void toggleFrozen()],
  ['m', 'move the market', () => openDialog(<MoveDialog />)],
  ['u', 'undo the last move of the market', () => void undoLastMove()],
  ['n', 'new session', () => openDialog(<NewSession />)],
  ['l', 'library of incidents', () => openDialog(<Library />)],
  ['+ −', 'zoom chart or lanes'],
  [', .', 'earlier and later on chart or lanes'],
  ['0', 'follow now, on chart or lanes'],
  ['← →', 'move an edge in the lanes, with Shift by 10 s; Enter edits'],
  ['?', 'this list', () => openDialog(<Keys />)],
]

const ACTIONS = Object.fromEntries(KEYS.flatMap(([key, , act]) => (act ? [[key, act]] : [])))

/** Set where single keys are switched off, for those who speak or mistype them. */
const KEYS_OFF = 'gmx-sim-keys-off'

const Keys = () => (
  <Dialog title="Keys">
    <FactRows class="keys" rows={KEYS.map(([key, words]) => [<kbd key={key}>{key}</kbd>, words])} />
    <label class="row">
      <input
        type="checkbox"
        defaultChecked={localStorage.getItem(KEYS_OFF) === null}
        onChange={({ currentTarget: { checked } }) =>
          checked ? localStorage.removeItem(KEYS_OFF) : localStorage.setItem(KEYS_OFF, 'true')
        }
      />
      Single keys act anywhere on the page
    </label>
  </Dialog>
)

function showFailed(): void {
  show({ part: 'requests', filter: { status: FAILED }, request: undefined })
  focusOnceRendered('.request-list')
}

function showClients(): void {
  show({ part: 'clients' })
  focusOnceRendered('#journal [aria-pressed="true"]')
}

const focusOnceRendered = (selector: string) =>
  queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.focus())

document.addEventListener('keydown', (event) => {
  const { target } = event
  const isTyped = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  if (!isTyped && !event.defaultPrevented && localStorage.getItem(KEYS_OFF) === null) actOnKey(event, ACTIONS)
})

function GoToTime() {
  const go = ({ at: typed = '' }: Readonly<Record<string, string>>) => {
    const span = visibleSpan.peek()
    const at = instantIn(typed, nowMs.peek() ?? 0, timeline.peek()?.loadedAt ?? null)
    if (at === undefined) throw new Error('Write a time such as 12:00:30, or +0:30 since the scenario')
    const isIn = at >= span.fromMs && at <= span.toMs
    showRange(isIn ? span : moved(span, at - (span.fromMs + span.toMs) / 2), at)
    chooseNear(at)
  }
  return (
    <Dialog title="Go to a time" submit="Go" onSubmit={go}>
      <Field
        label="UTC, or +0:30 since the scenario"
        name="at"
        defaultValue={formatInstant(nowMs.peek() ?? 0).slice(11)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        required
      />
    </Dialog>
  )
}

function App() {
  return (
    <>
      <Button
        class="skip"
        onClick={() => focusOnceRendered('.request-list, #journal .empty button, .clients button')}
      >
        Skip to the requests
      </Button>
      <Header />
      <main>
        <MarketPanel />
        <BasesPanel />
        <Incident />
        <JournalPanel />
      </main>
      <Footer />
      <OpenedDialog />
      <TokenDialog />
    </>
  )
}

function Header() {
  return (
    <header class="top">
      <div class="top-line row">
        <h1>gmx-sim</h1>
        <SessionChooser />
        <ClockPanel />
        <ConnectionState />
        <EndScenario />
      </div>
      <SessionFacts />
    </header>
  )
}

function Footer() {
  return (
    <footer class="row">
      <p>
        gmx-sim {hello.value?.version ?? ''}. None of these prices is real.{' '}
        <a href={PAGE_PATHS.below}>All addresses</a>{' '}
        <a href={`${PAGE_PATHS.server}__sim/docs/control`}>Control API</a>{' '}
        <Button class="as-text" onClick={() => openDialog(<Keys />)}>
          Keys
        </Button>
      </p>
      <div class="notice" role="status">
        {notice.value && <p class={notice.value.kind}>{notice.value.words}</p>}
      </div>
    </footer>
  )
}

const CONNECTIONS = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  lost: 'Reconnecting',
  ended: 'Ended',
  refused: 'Refused',
} as const

function ConnectionState() {
  const now = connection.value
  const why = 'why' in now ? now.why : undefined
  return (
    <p class={`connection row ${now.state}${why === undefined ? '' : ' error'}`} role="status" title={why}>
      {CONNECTIONS[now.state]}
      {why !== undefined && <span class={now.state === 'lost' ? 'off-screen' : 'cut'}>{why}</span>}
    </p>
  )
}

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no #app')
root.replaceChildren()
render(<App />, root)
followSession(shownMarket)
