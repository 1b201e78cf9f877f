import type { LoadScenario } from '../load.js'
import { ReplyFunctionError } from '../scenario/faults/reply.js'
import type { ScenarioSource } from '../scenario/input.js'
import { loadScenarioSource } from '../scenario/read/load.js'
import type { OnBug } from '../simulator.js'

export const printBug: OnBug = (error) => {
  if (error instanceof ReplyFunctionError) console.error(`gmx-sim: ${error.message}`, error.cause)
  else console.error('gmx-sim: a bug of the simulator:', error)
}

export function loadOf(scenario: ScenarioSource | undefined): LoadScenario | undefined {
  return scenario === undefined ? undefined : (catalogue) => loadScenarioSource(scenario, catalogue)
}
