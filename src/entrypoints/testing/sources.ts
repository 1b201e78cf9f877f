import type { CatalogueSource } from '../../scenario/custom-catalogue/input.js'
import { ReplyFunctionError } from '../../scenario/faults/reply.js'
import { loadPrices, loadScenarioSource } from '../../scenario/read/load.js'
import type { GivenInCode } from '../../server/config/load.js'
import type { OnBug } from '../../server/simulator.js'
import type { AppOptions } from './api.js'

export const printBug: OnBug = (error) => {
  if (error instanceof ReplyFunctionError) console.error(`gmx-sim: ${error.message}`, error.cause)
  else console.error('gmx-sim: a bug of the simulator:', error)
}

export function givenIn({
  scenario,
  prices,
  catalogue,
}: Partial<Pick<AppOptions, 'scenario' | 'prices' | 'catalogue'>>): GivenInCode {
  return {
    scenario: scenario === undefined ? undefined : (known) => loadScenarioSource(scenario, known),
    prices: prices === undefined ? undefined : (known) => loadPrices(prices, known),
    catalogues: sourcesOf(catalogue),
  }
}

export function sourcesOf(catalogue: AppOptions['catalogue']): readonly CatalogueSource[] {
  return catalogue === undefined ? [] : Array.isArray(catalogue) ? catalogue : [catalogue as CatalogueSource]
}
