/** Simulators under a scenario. */
import type { ApiRequest } from '../../src/api/routing/request.js'
import type { Firing } from '../../src/scenario/define.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import type { ScenarioRun } from '../../src/scenario/run.js'
import type { RunningSimulator } from '../../src/server/simulator.js'
import type { Session } from '../../src/session/session.js'
import { startTestSimulator, type Typed } from './simulator.js'

/** A scenario as written in a file. */
export type Written = Readonly<Record<string, unknown>>

export function load(session: Session, scenario: Written): void {
  session.loadScenario(checkScenarioValue(scenario, session.catalogue))
}

/** A scenario of one rule, called `r`. */
export const oneRule = (fault: Written, more: Written = {}): Written => ({
  rules: [{ id: 'r', ...more, fault }],
})

export async function startUnder(scenario: Written, typed: Typed = {}): Promise<RunningSimulator> {
  const simulator = await startTestSimulator(typed)
  load(simulator.session, scenario)
  await simulator.session.settled()
  return simulator
}

/** Effect of a scenario with its own counters on a request. */
export function evaluated(run: ScenarioRun, request: ApiRequest): Firing | undefined {
  const decided = run.evaluate(request, undefined)
  if (decided instanceof Promise) throw new Error('it counts elsewhere')
  return decided
}
