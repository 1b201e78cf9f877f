/** At which of the requests it matched a rule fires, as it is written. All that is given must hold; nothing given always holds. */
import * as z from 'zod'
import { duration } from './values.js'

const CALLS_HINT = 'write a call number such as 3, or a range such as "1..3" or "4.."'

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

export type When = z.output<typeof whenSchema>
