import { useSignal } from '@preact/signals'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { chosenMarket } from '../chosen-market.js'
import { attempt } from '../notices.js'
import { type Closable, Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import { assets } from './assets.js'
import { type Move, moveFrom, presetsFor } from './moves.js'

export function MoveDialog({ close }: Closable) {
  const { symbol } = chosenMarket.value
  const unit = useSignal('%')
  const move = async (body: Move) => {
    const words = `${body.asset === '*' ? 'All assets' : body.asset} ${body.move ?? `to ${body.price} USD`}`
    if (await attempt(() => call('POST', '/prices', body), words)) close()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    void move(moveFrom((name) => `${given.get(name) ?? ''}`.trim()))
  }
  return (
    <Dialog title="Move the market" class="move" close={close}>
      <div class="presets">
        {presetsFor(symbol, assets.value).map(({ label, about, body }) => (
          <button key={label} type="button" title={about} onClick={() => move(body)}>
            <strong>{label}</strong> <span class="faint">{about}</span>
          </button>
        ))}
      </div>
      <form class="stack" onSubmit={submit}>
        <div class="fields">
          <label>
            Asset
            <select name="asset">
              <option>{symbol}</option>
              {unit.value === '%' && <option value="*">All assets</option>}
            </select>
          </label>
          <label>
            Change or price
            <input
              name="amount"
              inputMode="decimal"
              pattern="[+\-−]?\d+(\.\d+)?"
              defaultValue="-5"
              required
            />
          </label>
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
        <DialogButtons close={close} submit="Move" />
      </form>
    </Dialog>
  )
}

interface DurationProps {
  readonly name: string
  readonly label: string
  readonly placeholder: string
}

function Duration({ name, label, placeholder }: DurationProps) {
  return (
    <label>
      {label}
      <input name={name} autocomplete="off" pattern="\d+(\.\d+)?(ms|s|m|h|d)" placeholder={placeholder} />
    </label>
  )
}
