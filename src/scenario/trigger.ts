/** The `when` of a rule: which of its matched requests it fires on. All given keys must hold; an empty one always holds. */

import * as z from 'zod'
import { Draws, type Key } from '../kit/random/draws.js'
import { duration, optional } from './values.js'

const CALLS_HINT = 'write a call number such as 3, or a range such as "1..3" or "4.."'

type Calls = number | `${number}..${number}` | `${number}..`
// biome-ignore lint/suspicious/noTemplateCurlyInString: a template of types, not of text.
const CALLS_TYPE = 'number | `${number}..${number}` | `${number}..`'

/** `3`, `"1..3"` or `"4.."`, as first and last, inclusive. */
const calls = z
  .union([z.int().min(1), z.string().regex(/^[1-9]\d*\.\.([1-9]\d*)?$/, { error: CALLS_HINT })], {
    error: CALLS_HINT,
  })
  .transform((given) => {
    const [first, last] = typeof given === 'number' ? [given, given] : given.split('..')
    return { first: Number(first), last: last === '' ? Number.POSITIVE_INFINITY : Number(last) }
  })
  .refine(({ first, last }) => first <= last, { error: 'write the smaller number first' })
  .meta({ tsType: CALLS_TYPE }) as z.ZodType<{ first: number; last: number }, Calls>

export const whenSchema = z
  .strictObject({
    calls: optional(calls, 'The n-th request that this rule matched: 3, "1..3" or "4.."'),
    every: optional(z.int().min(1), 'Every n-th request that this rule matched'),
    times: optional(z.int().min(1), 'Largest number of firings'),
    after: optional(duration, 'Begin of the window, virtual time since the scenario was loaded'),
    until: optional(duration, 'End of the window, virtual time since the scenario was loaded'),
    chance: optional(z.number().gt(0).max(1), 'Probability of firing; the draws depend on the seed'),
  })
  .refine(({ after = 0, until }) => until === undefined || after < until, {
    error: 'write a time later than after',
    path: ['until'],
  })
  .meta({ tsName: 'WhenInput' })

export type When = z.output<typeof whenSchema>

/** Streams of random draws per rule. */
export const RULE_STREAM = { chance: 0, delay: 1, fault: 2 } as const

/**
 * The key of a trigger that prevents firing on the `call`-th match after `fired` firings; undefined if none does. Draws are keyed by the
 * rule, independent of other rules.
 */
export function obstacleIn(when: When, key: Key, call: number, fired: number): keyof When | undefined {
  const { calls, every, times, chance } = when
  if (calls !== undefined && (call < calls.first || call > calls.last)) return 'calls'
  if (every !== undefined && call % every !== 0) return 'every'
  if (times !== undefined && fired >= times) return 'times'
  if (chance === undefined) return undefined
  return new Draws().at(key, RULE_STREAM.chance, call).uniform() < chance ? undefined : 'chance'
}

/** The same in words. */
export function obstacleInWords(when: When, key: Key, call: number, fired: number): string | undefined {
  const { calls, every, times, chance } = when
  switch (obstacleIn(when, key, call, fired)) {
    case 'calls':
      return `call ${call} is outside calls ${calls?.first}..${calls?.last === Infinity ? '' : calls?.last}`
    case 'every':
      return `call ${call} is not a multiple of ${every}`
    case 'times':
      return `it has fired ${fired} of ${times} times`
    case 'chance':
      return `chance ${chance} was not drawn`
    default:
      return undefined
  }
}
