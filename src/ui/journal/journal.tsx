/** Requests as they come. */
import { Panel } from '../parts/panel.js'
import { journal } from '../state.js'

export function Journal() {
  return (
    <Panel id="journal" title="Requests">
      <p class="empty">{journal.value?.length ?? 0} requests</p>
    </Panel>
  )
}
