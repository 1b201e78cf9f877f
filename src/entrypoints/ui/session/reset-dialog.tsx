import { call } from '../api.js'
import { load } from '../market/candle-store.js'
import { attempt } from '../notices.js'
import type { Closable } from '../parts/dialog.js'
import { FormDialog } from '../parts/form-dialog.js'
import { counts } from '../state.js'

/** Asks before a reset, which cannot be undone. */
export function ResetDialog({ close }: Closable) {
  const { requests = 0 } = counts.value ?? {}
  const submit = async () => {
    if (!(await attempt(() => call('POST', '/reset'), 'Session reset'))) return
    close()
    // A reset removes prices that were set by hand, so candles change even where the clock does not.
    await load()
  }
  return (
    <FormDialog title="Reset session" close={close} submit="Reset session" onSubmit={submit}>
      <p>
        Sets clock, scenario and prices back to their start, and deletes{' '}
        {requests === 1 ? '1 request' : `${requests.toLocaleString('en-US')} requests`}. This cannot be
        undone.
      </p>
    </FormDialog>
  )
}
