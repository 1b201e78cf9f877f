/** The session: chooser, facts, and the dialogs that reproduce, reset and create one. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { durationInWords } from '../../kit/text/duration.js'
import { pluralize } from '../../kit/text/words.js'
import { attempt, call, callServer, notify, read } from './api.js'
import { assign, usePolled } from './hooks.js'
import { load } from './market/candle-store.js'
import { PAGE_PATHS } from './page-paths.js'
import { Button, Choice, copyText, Dialog, FactRows, Field, Heads, openDialog, Select } from './parts.js'
import { pageOf } from './paths.js'
import type { ControlReplies, SessionReply } from './replies.js'
import { counts, session, sessions } from './state.js'
import { machineMs } from './timers.js'
import { baseLabel, outcomeInWords } from './words.js'

export function SessionChooser() {
  const count = sessions.value?.count ?? 0
  return (
    <Button class="session-chooser cut" aria-haspopup="dialog" onClick={() => openDialog(<Sessions />)}>
      {PAGE_PATHS.session ?? 'Default session'}
      {count > 0 && <small> of {(count + 1).toLocaleString('en-US')}</small>} ▾
    </Button>
  )
}

const REFRESH_MS = 2000
const HEADS = ['Session', 'Age', 'Requests', 'Failures', 'Last failure', 'Scenario']

/** All sessions, those with the most failures first. */
function Sessions() {
  const all = usePolled(
    REFRESH_MS,
    () => callServer<ControlReplies['GET /sessions']>('GET', '/sessions'),
    () => [machineMs()],
  )?.sessions.toSorted((a, b) => b.failures - a.failures || a.ageMs - b.ageMs)
  return (
    <Dialog class="sessions" title="Sessions">
      <div class="scroll">
        <table>
          <Heads of={HEADS.map((head) => [head])} />
          <tbody>
            <tr>
              <th scope="row" colSpan={HEADS.length}>
                <a href={pageOf(PAGE_PATHS, null)}>Default session</a>
              </th>
            </tr>
            {all?.map(({ id, ageMs, requests, failures, lastFailure, scenario }) => (
              <tr key={id} aria-current={id === PAGE_PATHS.session ? 'page' : undefined}>
                <th scope="row">
                  <a href={pageOf(PAGE_PATHS, id)}>{id}</a>
                </th>
                <td>{durationInWords(Math.floor(ageMs / 1000) * 1000)}</td>
                <td class="figure">{requests.toLocaleString('en-US')}</td>
                <td class={`figure${failures > 0 ? ' error' : ''}`}>{failures.toLocaleString('en-US')}</td>
                <td>{lastFailure && `${baseLabel(lastFailure)} ${outcomeInWords(lastFailure)}`}</td>
                <td>{scenario}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

const DIALOGS = {
  'Copy as a command…': CommandDialog,
  'Reset…': ResetDialog,
  'New session…': NewSession,
}

export function SessionFacts() {
  const now = session.value
  const count = counts.value
  const held = count?.held ? `, ${count.held} held` : ''
  // Rendered once known, so that the layout does not shift.
  const facts = {
    ...(now && { Seed: now.seed, Dialect: now.dialect, Scenario: now.scenario ?? 'none' }),
    ...(count && { Requests: `${count.requests.toLocaleString('en-US')}${held}` }),
  }
  return (
    <section class="session row" aria-label="Session">
      <FactRows class="row" rows={Object.entries(facts)} />
      <div class="row">
        {Object.entries(DIALOGS).map(([label, Opened]) => (
          <Button
            key={label}
            class="small"
            disabled={now === undefined}
            onClick={() => openDialog(<Opened />)}
          >
            {label}
          </Button>
        ))}
        {PAGE_PATHS.session !== null && (
          <Button class="small" onClick={() => openDialog(<EndDialog />)}>
            End session…
          </Button>
        )}
      </div>
    </section>
  )
}

const FORMS = ['script', 'test'] as const
const FORM_WORDS = { script: 'Command', test: 'Vitest test' } as const
const COPIED_WORDS = {
  script: 'The command was copied. Paste it into a shell, in a project that has gmx-sim installed.',
  test: 'The test was copied. Paste it into a file of a project that has gmx-sim and vitest installed.',
} as const

function CommandDialog() {
  // Fetched, as the stream omits these texts.
  const now = useSignal<SessionReply | undefined>(undefined)
  const form = useSignal<(typeof FORMS)[number]>('script')
  const copied = useSignal<(typeof FORMS)[number] | undefined>(undefined)
  const copy = async (chosen: (typeof FORMS)[number]) => {
    assign(form, chosen)
    await copyText(now.peek()?.[chosen] ?? '')
    assign(copied, chosen)
  }
  useEffect(() => {
    void attempt(async () => {
      assign(now, await read('/session'))
      // The press that opened the dialog asked for it; a browser that refuses leaves the button.
      await copy('script').catch(() => {})
    })
  }, [now])
  const text = now.value?.[form.value] ?? '…'
  const label = FORM_WORDS[form.value]
  return (
    <Dialog
      class="reproduce"
      title="Reproduce"
      buttons={
        <Button
          class="primary"
          aria-label={`Copy the ${label.toLowerCase()}`}
          onClick={() => attempt(() => copy(form.value))}
        >
          Copy
        </Button>
      }
    >
      <p role="status">{copied.value === form.value ? COPIED_WORDS[form.value] : ' '}</p>
      <Choice
        label="Form"
        values={FORMS}
        chosen={form.value}
        words={FORM_WORDS}
        onChoose={(chosen) => attempt(() => copy(chosen))}
      />
      <textarea
        class="code command"
        readOnly
        rows={Math.min(16, text.split('\n').length + 2)}
        aria-label={label}
        value={text}
      />
      {now.value !== undefined && now.value.notes.length > 0 && (
        <ul class="notes">
          {now.value.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

export function NewSession() {
  const create = async (values: Readonly<Record<string, string>>) => {
    const { at, ...named } = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const body = { ...named, ...(at !== undefined && { clock: { at } }) }
    const { id } = await callServer<ControlReplies['POST /sessions']>('POST', '/sessions', body)
    location.href = pageOf(PAGE_PATHS, id)
  }
  return (
    <Dialog title="New session" submit="Create" onSubmit={create}>
      <p>An isolated world with its own addresses. What is left empty is as the server was started.</p>
      <Field label="Name" name="id" placeholder="made up" />
      <Field label="Seed" name="seed" placeholder={session.peek()?.seed} />
      <Field label="Clock starts at" name="at" placeholder="2026-03-01T12:00:00Z, or now" />
      <Select label="Dialect" name="dialect" options={[['', 'as the server'], 'documented', 'observed']} />
    </Dialog>
  )
}

const requestsInWords = () => pluralize(counts.value?.requests ?? 0, 'request')

function EndDialog() {
  const end = async () => {
    await callServer('DELETE', `/sessions/${PAGE_PATHS.session}`)
    location.href = pageOf(PAGE_PATHS, null)
  }
  return (
    <Dialog title="End session" submit="End session" onSubmit={end}>
      <p>
        Ends {PAGE_PATHS.session} with its addresses, and deletes {requestsInWords()}. This cannot be undone.
      </p>
    </Dialog>
  )
}

/** Asks before a reset, which cannot be undone. */
function ResetDialog() {
  const reset = async () => {
    await call('POST', '/reset')
    notify('Session reset')
    // A reset removes prices that were set by hand, so candles change even where the clock does not.
    void load()
  }
  return (
    <Dialog title="Reset session" submit="Reset session" onSubmit={reset}>
      <p>
        Sets clock, scenario and prices back to their start, and deletes {requestsInWords()}. This cannot be
        undone.
      </p>
    </Dialog>
  )
}
