import { call } from '../api.js'
import { formatInstant } from '../formats.js'
import { attempt } from '../notices.js'
import type { Closable } from '../parts/dialog.js'
import { Field, FormDialog } from '../parts/form-dialog.js'
import { clock, nowMs } from '../state.js'

const RATES = [0.1, 1, 2, 10, 60, 600, 3600]

export function ClockDialog({ close }: Closable) {
  const now = clock.peek()
  const at = formatInstant(nowMs.peek() ?? 0).replace(' ', 'T')
  const submit = async (text: (name: string) => string) => {
    const written = text('at')
    // Browsers omit seconds of 0.
    const instant = written.length === 16 ? `${written}:00` : written
    const [rate, mode] = [Number(text('rate')), text('mode')]
    const body = {
      ...(instant !== at && { at: `${instant}Z` }),
      ...(rate !== now?.rate && { rate }),
      ...(mode !== now?.mode && { mode }),
    }
    if (await attempt(() => call('PUT', '/clock', body))) close()
  }
  return (
    <FormDialog title="Clock" close={close} submit="Set" onSubmit={submit}>
      <Field label="Virtual time, UTC" name="at" type="datetime-local" step={1} defaultValue={at} required />
      <Field
        label="Virtual seconds per real second"
        name="rate"
        type="number"
        min="0.001"
        max="1000000"
        step="any"
        list="rates"
        defaultValue={`${now?.rate ?? 1}`}
        required
      />
      <datalist id="rates">
        {RATES.map((rate) => (
          <option key={rate} value={rate} />
        ))}
      </datalist>
      <label>
        Mode
        <select name="mode">
          <option value="real" selected={now?.mode === 'real'}>
            runs
          </option>
          <option value="frozen" selected={now?.mode === 'frozen'}>
            frozen
          </option>
        </select>
      </label>
    </FormDialog>
  )
}
