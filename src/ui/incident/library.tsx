import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import type { Replies, ScenarioItem } from '../replies.js'
import { play } from './current-scenario.js'

export function Library({ onClose }: { readonly onClose: () => void }) {
  const known = useSignal<readonly ScenarioItem[] | undefined>(undefined)
  const sought = useSignal('')
  useEffect(() => {
    void attempt(async () =>
      assign(known, (await call<Replies['GET /scenarios']>('GET', '/scenarios')).scenarios),
    )
  }, [known])
  const load = async (name: string) => {
    if (await attempt(() => play({ use: name }), `${name} begins`)) onClose()
  }
  const words = sought.value.toLowerCase()
  const found = known.value?.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(words),
  )
  return (
    <Dialog class="library" title="Try an incident" close={onClose}>
      <label class="seek">
        <span class="off-screen">Look for a scenario</span>
        <input
          type="search"
          placeholder="Look for: hang, stale, rate limit …"
          value={sought}
          onInput={({ currentTarget }) => assign(sought, currentTarget.value)}
        />
      </label>
      <ul class="scenarios">
        {found === undefined && <li class="empty">Asking for the library …</li>}
        {found?.length === 0 && <li class="empty">No scenario is about that.</li>}
        {found?.map(({ name, description }) => (
          <li key={name}>
            <button type="button" onClick={() => load(name)}>
              <strong>{name}</strong>
              <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogButtons close={onClose} />
    </Dialog>
  )
}
