import { call } from '../api.js'
import { formatInstant } from '../formats.js'
import { attempt } from '../notices.js'
import { type Closable, Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import { clock, nowMs } from '../state.js'

const RATES = [0.1, 1, 2, 10, 60, 600, 3600]

export function ClockDialog({ close }: Closable) {
  const now = clock.peek()
  const at = formatInstant(nowMs.peek() ?? 0).replace(' ', 'T')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const written = `${given.get('at')}`
    // Browsers omit seconds of 0.
    const instant = written.length === 16 ? `${written}:00` : written
    const [rate, mode] = [Number(given.get('rate')), given.get('mode')]
    const body = {
      ...(instant !== at && { at: `${instant}Z` }),
      ...(rate !== now?.rate && { rate }),
      ...(mode !== now?.mode && { mode }),
    }
    if (await attempt(() => call('PUT', '/clock', body))) close()
  }
  return (
    <Dialog title="Clock" close={close}>
      <form class="stack" onSubmit={submit}>
        <label>
          Virtual time, UTC
          <input name="at" type="datetime-local" step={1} defaultValue={at} required />
        </label>
        <label>
          Virtual seconds per real second
          <input
            name="rate"
            type="number"
            min="0.001"
            max="1000000"
            step="any"
            list="rates"
            defaultValue={`${now?.rate ?? 1}`}
            required
          />
        </label>
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
        <DialogButtons close={close} submit="Set" />
      </form>
    </Dialog>
  )
}
