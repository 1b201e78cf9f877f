import type { Scenario } from './schema.js'

/** What whoever starts a session says itself: a scenario's own word on it then does not count. */
export interface Overrides {
  readonly seed?: boolean
  /** Whether and how fast the clock runs. */
  readonly clock?: boolean
  /** Where the clock starts. */
  readonly at?: boolean
  readonly dialect?: boolean
}

/** The scenario without the seed, clock and dialect that are given already. */
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
