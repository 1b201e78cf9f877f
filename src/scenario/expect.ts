/** What a scenario may say of each check of a rehearsal: bounds of its own, or that it does not count there. */
import * as z from 'zod'
import type { Check } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import type { Unit } from '../grading/checks/verdicts.js'
import { duration } from './values.js'

/** Durations in ms. */
export type Expected = 'off' | { readonly good?: number | undefined; readonly fails?: number | undefined }

const NUMBER_HINT = 'write a number, 0 or more'
const number = z.number({ error: NUMBER_HINT }).min(0, { error: NUMBER_HINT })
const off = z.literal('off', { error: 'write off, or leave it out' })

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
          good: value.optional().meta({ description: 'Good up to this' }),
          fails: value.optional().meta({ description: 'Fails beyond this' }),
        })
        .refine(({ good, fails }) => good !== undefined || fails !== undefined, {
          error: 'write good, fails or both',
        })
        .meta({ tsName }),
    ],
    { error: 'write bounds such as { good: …, fails: … }, or off' },
  )
}

/** What the bounds of a check are made of follows from its unit. */
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
