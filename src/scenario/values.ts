/** Schemas of the values that scenario files are made of. What a person writes is text with a unit; what comes out is a number. */
import * as z from 'zod'
import { DURATION, parseDuration } from '../core/duration.js'

/** A duration in ms. */
export const duration = z
  .string({ error: 'write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d' })
  .regex(DURATION, { error: 'write a number and its unit, such as 250ms, 10s, 5m, 2h or 1d' })
  .transform(parseDuration)
  .meta({ description: 'A duration: a number and ms, s, m, h or d' })

/** A change in per cent, as a fraction: `-18%` is -0.18. */
export const percent = z
  .string({ error: 'write a change in per cent, such as -18%' })
  .regex(/^[+-]?\d+(\.\d+)?%$/, { error: 'write a change in per cent, such as -18%' })
  .transform((text) => Number(text.slice(0, -1)) / 100)
  .meta({ description: 'A change in per cent' })

/** A share strictly between 0 and 1. */
export const share = z.number().gt(0).lt(1)

/** One value or a list of them; always a list once parsed. */
export function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z
    .union([schema, z.array(schema).min(1)])
    .transform((given) => (Array.isArray(given) ? given : [given]) as z.output<Schema>[])
}

/** Header or query names with the text each must have. */
export const texts = z.record(z.string(), z.string())
