import { useSignal } from '@preact/signals'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { chosenMarket } from '../chosen-market.js'
import { attempt } from '../notices.js'
import type { Closable } from '../parts/dialog.js'
import { Field, FormDialog } from '../parts/form-dialog.js'
import { assets } from './assets.js'
import { type Move, moveFrom, presetsFor } from './moves.js'

export function MoveDialog({ close }: Closable) {
  const { symbol } = chosenMarket.value
  const unit = useSignal('%')
  const move = async (body: Move) => {
    const words = `${body.asset === '*' ? 'All assets' : body.asset} ${body.move ?? `to ${body.price} USD`}`
    if (await attempt(() => call('POST', '/prices', body), words)) close()
  }
  return (
    <FormDialog
      title="Move the market"
      class="move"
      close={close}
      submit="Move"
      onSubmit={(text) => void move(moveFrom(text))}
    >
      <div class="presets">
        {presetsFor(symbol, assets.value).map(({ label, about, body }) => (
          <button key={label} type="button" title={about} onClick={() => move(body)}>
            <strong>{label}</strong> <span class="faint">{about}</span>
          </button>
        ))}
      </div>
      <div class="fields">
        <label>
          Asset
          <select name="asset">
            <option>{symbol}</option>
            {unit.value === '%' && <option value="*">All assets</option>}
          </select>
        </label>
        <Field
          label="Change or price"
          name="amount"
          inputMode="decimal"
          pattern="[+\-−]?\d+(\.\d+)?"
          defaultValue="-5"
          required
        />
        <label>
          Unit
          <select name="unit" onChange={({ currentTarget }) => assign(unit, currentTarget.value)}>
            <option value="%">% of the price</option>
            <option value="USD">USD, exact price</option>
          </select>
        </label>
        <Duration name="over" label="Over" placeholder="at once" />
        {unit.value === '%' && (
          <>
            <Duration name="after" label="Recovers after" placeholder="never" />
            <Duration name="back" label="Recovery takes" placeholder="no time" />
          </>
        )}
      </div>
      <p class="faint">
        Virtual time, such as 30s, 5m or 1h. Acts on every network from now on, until you undo it.
      </p>
    </FormDialog>
  )
}

const Duration = (field: { readonly name: string; readonly label: string; readonly placeholder: string }) => (
  <Field pattern="\d+(\.\d+)?(ms|s|m|h|d)" {...field} />
)
