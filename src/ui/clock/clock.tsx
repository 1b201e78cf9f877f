/** Virtual time. */
import { nowMs } from '../state.js'

export function Clock() {
  return <p>{nowMs.value}</p>
}
