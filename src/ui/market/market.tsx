import { Panel } from '../parts/panel.js'

export function Market() {
  return (
    <Panel id="market" title="Market">
      <p class="empty">…</p>
    </Panel>
  )
}
