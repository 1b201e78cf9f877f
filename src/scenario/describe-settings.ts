/** Settings of the session that a scenario replaces. */
import * as z from '../kit/zod.js'
import type { Scenario } from './schema.js'

/** By name: `['clock', '300x, from 2021-05-19T05:29:00.000Z']`. */
export function settingsIn({
  seed,
  clock = {},
  dialect,
}: Scenario): readonly [name: string, value: string][] {
  const pace = [clock.mode, clock.rate === undefined ? undefined : `${clock.rate}x`]
  const from = clock.at === undefined ? [] : [`from ${startInWords(clock.at)}`]
  const clockWords = [...pace.filter((part) => part !== undefined), ...from].join(', ')
  return [
    ...(seed === undefined ? [] : [['seed', JSON.stringify(seed)] as [string, string]]),
    ...(clockWords === '' ? [] : [['clock', clockWords] as [string, string]]),
    ...(dialect === undefined ? [] : [['dialect', dialect] as [string, string]]),
  ]
}

function startInWords(at: number | 'now'): string {
  return at === 'now' ? 'the time of the machine' : new Date(at).toISOString()
}

export const sets = z
  .array(z.string())
  .meta({ description: 'Settings of the session that it changes: seed, clock, dialect, each with its value' })

export const setsOf = (scenario: Scenario): string[] =>
  settingsIn(scenario).map(([name, value]) => `${name}: ${value}`)
