/** Which prices a session has from the server's start beside those that it is given. */
import type { ScenarioPrices } from '../scenario/prices.js'
import type { SessionStart } from './session.js'

export function inheritedPrices({ prices = new Map() }: SessionStart, own?: ScenarioPrices): ScenarioPrices {
  return new Map([...prices].filter(([asset]) => own?.has(asset) !== true))
}
