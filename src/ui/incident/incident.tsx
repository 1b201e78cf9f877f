/** The scenario as lanes over virtual time. */
import { Panel } from '../parts/panel.js'

export function Incident() {
  return (
    <Panel id="incident" title="Incident">
      <p class="empty">Nothing goes wrong now.</p>
    </Panel>
  )
}
