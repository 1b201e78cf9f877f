/** The `when` of a rule: which of its matched requests it fires on. All given keys must hold; an empty one always holds. */

import { Draws, type Key } from '../kit/random/draws.js'
import * as z from '../kit/zod.js'
import { duration } from './values.js'

const CALLS_HINT = 'write a call number such as 3, or a range such as "1..3" or "4.."'

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
  .meta({ tsType: CALLS_TYPE })

export const whenSchema = z
  .strictObject({
    calls: calls
      .optional()
      .meta({ description: 'The n-th request that this rule matched: 3, "1..3" or "4.."' }),
    every: z.int().min(1).optional().meta({ description: 'Every n-th request that this rule matched' }),
    times: z.int().min(1).optional().meta({ description: 'Largest number of firings' }),
    after: duration
      .optional()
      .meta({ description: 'Begin of the window, virtual time since the scenario was loaded' }),
    until: duration
      .optional()
      .meta({ description: 'End of the window, virtual time since the scenario was loaded' }),
    chance: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .meta({ description: 'Probability of firing; the draws depend on the seed' }),
  })
  .refine(({ after = 0, until }) => until === undefined || after < until, {
    error: 'write a time later than after',
    path: ['until'],
  })
  .meta({ tsName: 'WhenInput' })

export type When = z.output<typeof whenSchema>

/** Streams of random draws per rule. */
export const RULE_STREAM = { chance: 0, delay: 1, fault: 2 } as const

/** The part of a trigger that prevents firing on the `call`-th match; undefined if none does. */
export function blockedBy(when: When, key: Key, call: number, fired: number): string | undefined {
  const { calls, every, times, chance } = when
  if (calls !== undefined && (call < calls.first || call > calls.last))
    return `call ${call} is outside calls ${calls.first}..${calls.last === Number.POSITIVE_INFINITY ? '' : calls.last}`
  if (every !== undefined && call % every !== 0) return `call ${call} is not a multiple of ${every}`
  if (times !== undefined && fired >= times) return `it has fired ${fired} of ${times} times`
  return new Trigger(when, key).holds(call, fired) ? undefined : `chance ${chance} was not drawn`
}

/** Whether the draw for the `call`-th match lets a rule fire. */
export function isDrawn({ chance = 1 }: Pick<When, 'chance'>, key: Key, call: number): boolean {
  return new Draws().at(key, RULE_STREAM.chance, call).uniform() < chance
}

/** Trigger of a rule within its window. Draws are keyed by the rule, independent of other rules. */
export class Trigger {
  readonly #when: When
  readonly #key: Key

  constructor(when: When, key: Key) {
    this.#when = when
    this.#key = key
  }

  /** Whether the rule fires on its `call`-th match after `fired` firings. */
  holds(call: number, fired: number): boolean {
    const { calls, every, times, chance } = this.#when
    if (calls !== undefined && (call < calls.first || call > calls.last)) return false
    if (every !== undefined && call % every !== 0) return false
    if (times !== undefined && fired >= times) return false
    return chance === undefined || isDrawn(this.#when, this.#key, call)
  }
}
