import type { GivenInCode } from '../load.js'
import { ReplyFunctionError } from '../scenario/faults/reply.js'
import { loadPrices, loadScenarioSource } from '../scenario/read/load.js'
import type { OnBug } from '../simulator.js'
import type { SessionStart } from './api.js'

export const printBug: OnBug = (error) => {
  if (error instanceof ReplyFunctionError) console.error(`gmx-sim: ${error.message}`, error.cause)
  else console.error('gmx-sim: a bug of the simulator:', error)
}

/** What options give beside the settings. */
export function givenIn({ scenario, prices }: Pick<SessionStart, 'scenario' | 'prices'>): GivenInCode {
  return {
    scenario: scenario === undefined ? undefined : (catalogue) => loadScenarioSource(scenario, catalogue),
    prices: prices === undefined ? undefined : (catalogue) => loadPrices(prices, catalogue),
  }
}
