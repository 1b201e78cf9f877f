import type { LoadScenario } from '../load.js'
import type { ScenarioSource } from '../scenario/input.js'
import { loadScenarioSource } from '../scenario/source.js'
import type { OnBug } from '../simulator.js'

export const printBug: OnBug = (error) => console.error('gmx-sim: a bug of the simulator:', error)

export function loadOf(scenario: ScenarioSource | undefined): LoadScenario | undefined {
  return scenario === undefined ? undefined : (catalogue) => loadScenarioSource(scenario, catalogue)
}
