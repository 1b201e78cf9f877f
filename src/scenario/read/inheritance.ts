/** What a session with a catalogue of its own takes over from the server, which was read with another one. */
import type { Catalogue } from '../../catalogue/types.js'
import type { ScenarioPrices } from '../prices.js'
import type { Scenario } from '../schema.js'
import { ScenarioError } from './problems.js'
import { requireKnownNames } from './read.js'

/** Throws a ScenarioError where the catalogue lacks what the scenario names, or has other decimals of a given price. */
export function requireInheritable(
  scenario: Scenario | undefined,
  prices: ScenarioPrices | undefined,
  catalogue: Catalogue,
): void {
  if (scenario !== undefined) {
    requireKnownNames(scenario, catalogue)
    requireSameDecimals(scenario.prices, catalogue, 'the scenario under way', 'a scenario')
  }
  requireSameDecimals(prices, catalogue, 'the prices of the server', 'prices')
}

function requireSameDecimals(
  prices: ScenarioPrices = new Map(),
  catalogue: Catalogue,
  source: string,
  what: string,
): void {
  const problems = [...prices].flatMap(([name, { priceDecimals }]) => {
    const asset = catalogue.assets.get(name)
    // Of what has no token, no price is told.
    if (asset === undefined || asset.priceDecimals === priceDecimals) return []
    const seen = `${name} has ${asset.priceDecimals} price decimals in the catalogue of the session, and ${priceDecimals} where its prices were read`
    return [{ line: 1, column: 1, message: `prices.${name} ${seen}: give the session ${what} of its own` }]
  })
  if (problems.length > 0) throw new ScenarioError(source, problems)
}
