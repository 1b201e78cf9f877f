import type { ClockSetting } from '../clock/clock.js'
import type { Dialect } from '../endpoints/define.js'
import type { ScenarioText } from '../scenario/schema.js'

/** Settings that reproduce a session. */
export interface Reproduction {
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: Pick<ClockSetting, 'mode' | 'rate'>
  readonly atMs: number
  /** A library name or a file, and the settings it contains. */
  readonly scenario: { readonly file: string; readonly says: ScenarioText['says'] } | undefined
}

export interface ReproductionInput {
  readonly command: string
  readonly notes: readonly string[]
}
