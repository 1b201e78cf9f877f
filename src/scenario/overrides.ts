import * as z from 'zod'
import type { Scenario } from './schema.js'

/** Names of the settings that override a scenario; `clock` is its mode and rate, `at` its start. */
export type Overrides = Pick<ReadonlySet<'seed' | 'clock' | 'at' | 'dialect'>, 'has'>

/** The scenario without overridden seed, clock and dialect. */
export function withoutOverridden({ seed, clock, dialect, ...rest }: Scenario, given: Overrides): Scenario {
  const { at, ...running } = clock ?? {}
  const kept = {
    ...(given.has('at') || at === undefined ? {} : { at }),
    ...(given.has('clock') ? {} : running),
  }
  return {
    ...rest,
    ...(given.has('seed') || seed === undefined ? {} : { seed }),
    ...(given.has('dialect') || dialect === undefined ? {} : { dialect }),
    ...(Object.keys(kept).length === 0 ? {} : { clock: kept }),
  }
}

/** By name: `['clock', '300x, from 2021-05-19T05:29:00.000Z']`. */
export function settingsIn({
  seed,
  clock = {},
  dialect,
}: Scenario): readonly (readonly [name: string, value: string])[] {
  const pace = [clock.mode, clock.rate === undefined ? undefined : `${clock.rate}x`]
  const from =
    clock.at === undefined
      ? []
      : [`from ${clock.at === 'now' ? 'the time of the machine' : startText(clock.at)}`]
  const clockWords = [...pace.filter((part) => part !== undefined), ...from].join(', ')
  return [
    ...(seed === undefined ? [] : [['seed', JSON.stringify(seed)] as const]),
    ...(clockWords === '' ? [] : [['clock', clockWords] as const]),
    ...(dialect === undefined ? [] : [['dialect', dialect] as const]),
  ]
}

/** The start of a clock. */
export const startText = (at: number | 'now') => (at === 'now' ? at : new Date(at).toISOString())

export const sets = z
  .array(z.string())
  .describe('Settings of the session that it changes: seed, clock, dialect, each with its value')

export const setsOf = (scenario: Scenario): string[] =>
  settingsIn(scenario).map(([name, value]) => `${name}: ${value}`)
