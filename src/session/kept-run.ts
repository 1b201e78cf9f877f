/** Scenario runs that are kept to explain the requests of their time. */

import { createRulesRun, type RulesRun } from '../scenario/run.js'
import type { RunOrigin } from './session-settings.js'

/** A run with the name of the shared counters of its rules. */
export interface KeptRun {
  readonly rules: RulesRun
  readonly seed: string
  readonly countsId: string
}

/** A run that has ended, with the rules that explain its requests. */
export function keptRunOf({ id, countsId, seed, loadedAtMs, name, rules }: RunOrigin): KeptRun {
  return { rules: createRulesRun({ name, rules: [...rules] }, seed, loadedAtMs, { id }), seed, countsId }
}
