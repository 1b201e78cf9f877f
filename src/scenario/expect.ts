/** What a scenario may say of each check of a rehearsal: bounds of its own, or that it does not count there. */
import * as z from 'zod'
import { duration } from './values.js'

/** By the id of a check, in the order of their table: what its bounds are made of. */
export const CHECK_BOUNDS = {
  survives: 'none',
  'answers-again': 'duration',
  'gives-up': 'duration',
  'retry-after': 'number',
  'refuses-bad-data': 'number',
  'notices-stale': 'duration',
  'fails-back': 'duration',
  attempts: 'number',
  'retry-ratio': 'number',
  amplification: 'number',
  'leaves-dead-alone': 'number',
  'keeps-healthy': 'none',
  'no-blind-retry': 'none',
  'backs-off': 'number',
  jitters: 'number',
  'no-flapping': 'number',
} as const

export type CheckId = keyof typeof CHECK_BOUNDS

export const CHECK_IDS = Object.keys(CHECK_BOUNDS) as readonly CheckId[]

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

type Shape = { [Id in CheckId]: z.ZodOptional<(typeof expectedOf)[(typeof CHECK_BOUNDS)[Id]]> }

export const expectSchema = z
  .strictObject(
    Object.fromEntries(
      CHECK_IDS.map((id) => [id, (expectedOf[CHECK_BOUNDS[id]] as z.ZodType).optional()]),
    ) as unknown as Shape,
  )
  .meta({ tsName: 'ExpectInput' })
