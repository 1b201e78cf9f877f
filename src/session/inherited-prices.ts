/** Prices of the server's start that a session inherits alongside its own. */
import type { ScenarioPrices } from '../scenario/prices.js'
import type { SessionSettings } from './session.js'

export function inheritedPrices(
  { prices = new Map() }: SessionSettings,
  own?: ScenarioPrices,
): ScenarioPrices {
  return new Map([...prices].filter(([asset]) => own?.has(asset) !== true))
}
