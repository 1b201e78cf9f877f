/** Expectations per check of a rehearsal: custom bounds, or off. */

import type { Check } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import type { Unit } from '../grading/checks/verdicts.js'
import * as z from '../kit/zod.js'
import { duration } from './values.js'

/** Durations in ms. */
export type Expected = 'off' | { readonly good?: number | undefined; readonly fails?: number | undefined }

const NUMBER_HINT = 'write a number of at least 0'
const number = z.number({ error: NUMBER_HINT }).min(0, { error: NUMBER_HINT })
const off = z.literal('off', { error: 'write off, or omit the key' })

const expectedOf = {
  none: off,
  duration: boundsOf(duration, 'DurationBounds'),
  number: boundsOf(number, 'NumberBounds'),
} as const

function boundsOf<Schema extends z.ZodType<number>>(value: Schema, tsName: string) {
  return z.union(
    [
      z.literal('off'),
      z
        .strictObject({
          good: value.optional().meta({ description: 'Good up to this bound' }),
          fails: value.optional().meta({ description: 'Fails beyond this bound' }),
        })
        .refine(({ good, fails }) => good !== undefined || fails !== undefined, {
          error: 'write good, fails or both',
        })
        .meta({ tsName }),
    ],
    { error: 'write bounds such as { good: …, fails: … }, or off' },
  )
}

/** The type of a check's bounds, by its unit. */
function kindOf({ unit }: Pick<Check, 'unit'>): keyof typeof expectedOf {
  return unit === 'yes/no' ? 'none' : unit === 'ms' ? 'duration' : 'number'
}

type KindOf<Of extends Unit> = Of extends 'yes/no' ? 'none' : Of extends 'ms' ? 'duration' : 'number'

type Shape = {
  [Listed in (typeof CHECKS)[number] as Listed['id']]: z.ZodOptional<
    (typeof expectedOf)[KindOf<Listed['unit']>]
  >
}

export const expectSchema = z
  .strictObject(
    Object.fromEntries(
      CHECKS.map((check) => [check.id, (expectedOf[kindOf(check)] as z.ZodType).optional()]),
    ) as unknown as Shape,
  )
  .meta({ tsName: 'ExpectInput' })
