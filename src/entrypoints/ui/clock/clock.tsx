import { useSignal } from '@preact/signals'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { formatInstant } from '../formats.js'
import { attempt } from '../notices.js'
import { clock, nowMs } from '../state.js'
import { ClockDialog } from './clock-dialog.js'

const STEPS = [
  ['1s', '+1 s', 'one second'],
  ['1m', '+1 m', 'one minute'],
  ['1h', '+1 h', 'one hour'],
] as const

export function ClockPanel() {
  const isSetting = useSignal(false)
  const state = clock.value
  const isFrozen = state?.mode === 'frozen'
  const change = (body: unknown) => attempt(() => call('PUT', '/clock', body))
  return (
    <section class="clock" aria-label="Clock">
      <p class="time">
        <Now />
        <small class="pace">
          {state === undefined
            ? '\u00a0'
            : isFrozen
              ? 'frozen'
              : state.rate === 1
                ? 'running'
                : `running at ${state.rate} ×`}
        </small>
      </p>
      <button
        type="button"
        class="freeze"
        disabled={state === undefined}
        onClick={() => change({ mode: isFrozen ? 'real' : 'frozen' })}
      >
        {isFrozen ? 'Run' : 'Freeze'}
      </button>
      <fieldset class="group" aria-label="Go forward">
        {STEPS.map(([by, label, words]) => (
          <button
            key={by}
            type="button"
            disabled={state === undefined}
            aria-label={`${label}: go forward ${words}`}
            onClick={() => attempt(() => call('POST', '/clock/advance', { by }))}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <button type="button" disabled={state === undefined} onClick={() => assign(isSetting, true)}>
        Set clock…
      </button>
      {isSetting.value && <ClockDialog close={() => assign(isSetting, false)} />}
    </section>
  )
}

/** A separate component, as it renders several times a second. */
function Now() {
  const ms = nowMs.value
  return (
    <time class={ms === undefined ? 'unseen' : ''}>
      {ms === undefined ? '0000-00-00 00:00:00 UTC' : `${formatInstant(ms)} UTC`}
    </time>
  )
}
