import type { Scenario } from './schema.js'

/** Scenario fields overridden by settings. */
export interface Overrides {
  readonly seed?: boolean
  /** Mode and rate of the clock. */
  readonly clock?: boolean
  /** Start of the clock. */
  readonly at?: boolean
  readonly dialect?: boolean
}

/** The scenario without overridden seed, clock and dialect. */
export function withoutOverridden({ seed, clock, dialect, ...rest }: Scenario, given: Overrides): Scenario {
  const { at, ...running } = clock ?? {}
  const kept = { ...(given.at || at === undefined ? {} : { at }), ...(given.clock ? {} : running) }
  return {
    ...rest,
    ...(given.seed || seed === undefined ? {} : { seed }),
    ...(given.dialect || dialect === undefined ? {} : { dialect }),
    ...(Object.keys(kept).length === 0 ? {} : { clock: kept }),
  }
}
