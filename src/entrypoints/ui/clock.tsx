import { attempt, call } from './api.js'
import { Button, Dialog, Field, openDialog, Select } from './parts.js'
import { clock, nowMs } from './state.js'
import { formatInstant } from './words.js'

const STEPS = [
  ['1s', '+1 s', 'one second'],
  ['1m', '+1 m', 'one minute'],
  ['1h', '+1 h', 'one hour'],
] as const

const change = (body: unknown) => call('PUT', '/clock', body)

export const toggleFrozen = () =>
  attempt(() => change({ mode: clock.peek()?.mode === 'frozen' ? 'real' : 'frozen' }))

export function ClockPanel() {
  const { mode, rate = 1 } = clock.value ?? {}
  const disabled = mode === undefined
  const running = rate === 1 ? 'running' : `running at ${rate} ×`
  return (
    <section class="clock row" aria-label="Clock">
      <p class="time column">
        <Now />
        <small>{disabled ? '\u00a0' : mode === 'frozen' ? 'frozen' : running}</small>
      </p>
      <Button class="freeze" disabled={disabled} title="P" onClick={toggleFrozen}>
        {mode === 'frozen' ? 'Run' : 'Freeze'}
      </Button>
      <fieldset class="group" aria-label="Go forward">
        {STEPS.map(([by, label, words]) => (
          <Button
            key={by}
            disabled={disabled}
            aria-label={`${label}: go forward ${words}`}
            onClick={() => attempt(() => call('POST', '/clock/advance', { by }))}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <Button disabled={disabled} onClick={() => openDialog(<ClockDialog />)}>
        Set clock…
      </Button>
    </section>
  )
}

/** A separate component, as it renders several times a second. */
function Now() {
  const ms = nowMs.value
  return <time>{ms === undefined ? '\u00a0' : `${formatInstant(ms)} UTC`}</time>
}

function ClockDialog() {
  const { rate, mode } = clock.peek() ?? {}
  const was = { at: formatInstant(nowMs.peek() ?? 0), rate: `${rate ?? 1}`, mode: mode ?? 'real' }
  const set = ({ at = was.at, rate = was.rate, mode = was.mode }: Readonly<Record<string, string>>) =>
    change({
      ...(at !== was.at && { at: `${at.replace(' ', 'T')}Z` }),
      ...(rate !== was.rate && { rate: Number(rate) }),
      ...(mode !== was.mode && { mode }),
    })
  return (
    <Dialog title="Clock" submit="Set" onSubmit={set}>
      {/* Not a date field, which browsers show in their language's hours, often twelve. */}
      <Field
        label="Virtual time, UTC"
        name="at"
        pattern="\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}"
        title="YYYY-MM-DD HH:MM:SS"
        defaultValue={was.at}
        required
      />
      <Field
        label="Virtual seconds per real second"
        name="rate"
        type="number"
        min="0.001"
        max="1000000"
        step="any"
        defaultValue={was.rate}
        required
      />
      <Select label="Mode" name="mode" value={was.mode} options={[['real', 'runs'], 'frozen']} />
    </Dialog>
  )
}
