/** At which of the requests it matched a rule fires, as it is written. All that is given must hold; nothing given always holds. */
import * as z from 'zod'
import { Draws, type Key } from '../core/random.js'
import { duration } from './values.js'

const CALLS_HINT = 'write a call number such as 3, or a range such as "1..3" or "4.."'

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template of types, not of text.
const CALLS_TYPE = 'number | `${number}..${number}` | `${number}..`'

/** Which calls: `3`, `"1..3"` or `"4.."`, as first and last, both included. */
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
    times: z.int().min(1).optional().meta({ description: 'Fires so many times at most' }),
    after: duration
      .optional()
      .meta({ description: 'Virtual time since the scenario was loaded, from which on' }),
    until: duration
      .optional()
      .meta({ description: 'Virtual time since the scenario was loaded, before which' }),
    chance: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .meta({ description: 'Share of the calls; the draws follow from the seed' }),
  })
  .refine(({ after = 0, until }) => until === undefined || after < until, {
    error: 'write a time later than after',
    path: ['until'],
  })
  .meta({ tsName: 'WhenInput' })

export type When = z.output<typeof whenSchema>

/** Which draw of a call of a rule is for what. */
export const RULE_STREAM = { chance: 0, delay: 1, fault: 2 } as const

/** Why a rule does not fire for the `call`-th request that it matched, as far as its trigger goes; undefined where it does. */
export function blockedBy(when: When, key: Key, call: number, fired: number): string | undefined {
  const { calls, every, times, chance } = when
  if (calls !== undefined && (call < calls.first || call > calls.last))
    return `call ${call} is none of calls ${calls.first}..${calls.last === Number.POSITIVE_INFINITY ? '' : calls.last}`
  if (every !== undefined && call % every !== 0) return `call ${call} is no multiple of every ${every}`
  if (times !== undefined && fired >= times) return `it has fired ${fired} of ${times} times`
  return new Trigger(when, key).holds(call, fired) ? undefined : `chance ${chance} was not drawn`
}

/** Whether chance lets a rule fire for its `call`-th request. */
export function isDrawn({ chance = 1 }: Pick<When, 'chance'>, key: Key, call: number): boolean {
  return new Draws().at(key, RULE_STREAM.chance, call).uniform() < chance
}

/** At which of its calls a rule fires, within its time. Its draws are keyed by the rule, so that they depend on no other. */
export class Trigger {
  readonly #when: When
  readonly #key: Key

  constructor(when: When, key: Key) {
    this.#when = when
    this.#key = key
  }

  /** Whether it fires for the `call`-th request that the rule has matched, after having fired `fired` times. */
  holds(call: number, fired: number): boolean {
    const { calls, every, times, chance } = this.#when
    if (calls !== undefined && (call < calls.first || call > calls.last)) return false
    if (every !== undefined && call % every !== 0) return false
    if (times !== undefined && fired >= times) return false
    return chance === undefined || isDrawn(this.#when, this.#key, call)
  }
}
