/** Which session is looked at. */
import { session } from '../state.js'

export function SessionTools() {
  return <p>{session.value?.id ?? 'server'}</p>
}
