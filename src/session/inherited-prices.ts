/** The prices of the server's start that a session keeps next to its own. */
import type { ScenarioPrices } from '../scenario/prices.js'
import type { SessionStart } from './session.js'

export function inheritedPrices({ prices = new Map() }: SessionStart, own?: ScenarioPrices): ScenarioPrices {
  return new Map([...prices].filter(([asset]) => own?.has(asset) !== true))
}
