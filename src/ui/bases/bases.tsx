import { Panel } from '../parts/panel.js'

export function Bases() {
  return (
    <Panel id="bases" title="Addresses">
      <p class="empty">…</p>
    </Panel>
  )
}
