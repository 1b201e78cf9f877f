/** The big switch: ends whatever goes wrong. */
import { act } from '../acting.js'
import { call } from '../api.js'
import { timeline } from '../state.js'

export function StopEverything() {
  const isActing = timeline.value?.loadedAt != null
  return (
    <button
      type="button"
      class="switch"
      disabled={!isActing}
      onClick={() => act(() => call('DELETE', '/scenario'), 'All is well again')}
    >
      Stop everything
    </button>
  )
}
