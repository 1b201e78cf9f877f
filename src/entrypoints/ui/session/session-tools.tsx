import { useSignal } from '@preact/signals'
import { callServer } from '../api.js'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { PAGE_PATHS } from '../page-path.js'
import { pageOf } from '../paths.js'
import { counts, session, sessions } from '../state.js'
import { CommandDialog } from './command-dialog.js'
import { NewSession } from './new-session.js'
import { ResetDialog } from './reset-dialog.js'

export function SessionChooser() {
  const ids = new Set([
    ...sessions.value.map(({ id }) => id),
    ...(PAGE_PATHS.session === null ? [] : [PAGE_PATHS.session]),
  ])
  return (
    <label class="session-chooser">
      <span class="off-screen">Session</span>
      <select
        value={PAGE_PATHS.session ?? ''}
        onChange={({ currentTarget: { value } }) => {
          location.href = pageOf(PAGE_PATHS, value === '' ? null : value)
        }}
      >
        <option value="">Default session</option>
        {[...ids].map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  )
}

const DIALOGS = {
  'Copy as a command…': CommandDialog,
  'Reset…': ResetDialog,
  'New session…': NewSession,
}
const LABELS = Object.keys(DIALOGS) as (keyof typeof DIALOGS)[]

export function SessionFacts() {
  const open = useSignal<keyof typeof DIALOGS | undefined>(undefined)
  const Opened = open.value && DIALOGS[open.value]
  const now = session.value
  const count = counts.value
  const end = async (id: string) => {
    if (await attempt(() => callServer('DELETE', `/sessions/${id}`))) location.href = pageOf(PAGE_PATHS, null)
  }
  return (
    <section class="session" aria-label="Session">
      {/* Rendered once known, so that the layout does not shift. */}
      <dl>
        {now && (
          <>
            <Fact name="Seed" value={now.seed} />
            <Fact name="Dialect" value={now.dialect} />
            <Fact name="Scenario" value={now.scenario ?? 'none'} />
          </>
        )}
        {count && (
          <Fact name="Requests" value={`${count.requests.toLocaleString('en-US')}, ${count.held} held`} />
        )}
      </dl>
      <div class="session-buttons">
        {LABELS.map((label) => (
          <button
            key={label}
            type="button"
            class="small"
            disabled={now === undefined}
            onClick={() => assign(open, label)}
          >
            {label}
          </button>
        ))}
        {PAGE_PATHS.session !== null && (
          <button type="button" class="small" onClick={() => end(PAGE_PATHS.session ?? '')}>
            End session
          </button>
        )}
      </div>
      {Opened && <Opened close={() => assign(open, undefined)} />}
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  )
}
