/** Scenario and prices that a session with its own catalogue inherits from the server, read with another catalogue. */
import type { Catalogue } from '../../market/catalogue/types.js'
import type { ScenarioPrices } from '../prices.js'
import type { Scenario } from '../schema.js'
import { ScenarioError } from './problems.js'
import { requireKnownNames } from './read.js'

/** Throws a ScenarioError if the catalogue lacks a name that the scenario uses, or has other decimals for a given price. */
export function requireInheritable(
  scenario: Scenario | undefined,
  prices: ScenarioPrices | undefined,
  catalogue: Catalogue,
): void {
  if (scenario !== undefined) {
    requireKnownNames(scenario, catalogue)
    requireSameDecimals(scenario.prices, catalogue, 'the running scenario', 'a scenario')
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
    // Prices of assets without tokens are never served.
    if (asset === undefined || asset.priceDecimals === priceDecimals) return []
    const seen = `${name} has ${asset.priceDecimals} price decimals in the catalogue of the session, and ${priceDecimals} where its prices were read`
    return [{ line: 1, column: 1, message: `prices.${name} ${seen}: give the session ${what} of its own` }]
  })
  if (problems.length > 0) throw new ScenarioError(source, problems)
}
