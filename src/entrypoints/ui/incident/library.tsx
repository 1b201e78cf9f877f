import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api.js'
import { assign } from '../assign.js'
import { attempt } from '../notices.js'
import { Dialog } from '../parts/dialog.js'
import { DialogButtons } from '../parts/dialog-buttons.js'
import type { ControlReplies, ScenarioItem } from '../replies.js'
import { play } from './current-scenario.js'
import { MiniLanes, Sets } from './mini-lanes.js'

export function Library({ onClose }: { readonly onClose: () => void }) {
  const known = useSignal<readonly ScenarioItem[] | undefined>(undefined)
  const sought = useSignal('')
  useEffect(() => {
    void attempt(async () =>
      assign(known, (await call<ControlReplies['GET /scenarios']>('GET', '/scenarios')).scenarios),
    )
  }, [known])
  const load = async (name: string) => {
    if (await attempt(() => play({ use: name }), `${name} begins`)) onClose()
  }
  const words = sought.value.toLowerCase()
  const found = known.value?.filter(({ name, description, tags }) =>
    `${name} ${description} ${tags.join(' ')}`.toLowerCase().includes(words),
  )
  return (
    <Dialog class="library" title="Try an incident" close={onClose}>
      <label class="seek">
        <span class="off-screen">Look for a scenario</span>
        <input
          type="search"
          placeholder="Look for: hang, stale, rateLimit …"
          value={sought}
          onInput={({ currentTarget }) => assign(sought, currentTarget.value)}
        />
      </label>
      <ul class="scenarios">
        {found === undefined && <li class="empty">Loading the library …</li>}
        {found?.length === 0 && <li class="empty">No matching scenarios</li>}
        {found?.map(({ name, description, tags, durationMs, spans, sets }) => (
          <li key={name}>
            <button type="button" onClick={() => load(name)}>
              <strong>{name}</strong>
              <MiniLanes spans={spans} durationMs={durationMs} />
              <span class="facts">
                {durationMs > 0 && <span>{roughly(durationMs / 1000)}</span>}
                {tags.map((tag) => (
                  <span key={tag} class="tag">
                    {tag}
                  </span>
                ))}
                <Sets sets={sets} />
              </span>
              <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogButtons close={onClose} />
    </Dialog>
  )
}

/** `70 s`, `11 min`, `27 h`. */
function roughly(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
