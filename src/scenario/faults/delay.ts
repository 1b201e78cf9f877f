import * as z from 'zod'
import { formatDuration } from '../../core/duration.js'
import { exp, ln } from '../../core/log-exp.js'
import type { Draws } from '../../core/random.js'
import { duration } from '../values.js'

/** Waits before anything else: a fixed time, one between two, or a long-tailed one. Stands alone or beside an outcome. */
export const delaySchema = z
  .union(
    [
      duration,
      z.strictObject({ from: duration, to: duration }).refine(({ from, to }) => from <= to, {
        error: 'write a duration no shorter than from',
        path: ['to'],
      }),
      z
        .strictObject({ median: duration, p95: duration })
        .refine(({ median, p95 }) => median > 0 && median <= p95, {
          error: 'write a duration no shorter than median, which is above zero',
          path: ['p95'],
        }),
    ],
    { error: 'write a duration such as 200ms, or from and to, or median and p95' },
  )
  .meta({ tsName: 'DelayInput' })

export type Delay = z.output<typeof delaySchema>

export const delayAbout = 'waits first, in real time; stands alone or beside any outcome'
export const delayExamples = [
  '{ delay: 200ms }',
  '{ delay: { from: 100ms, to: 2s } }',
  '{ delay: { median: 300ms, p95: 900ms } }',
]

/** How long it waits, for `explain`. */
export function delayInWords(delay: Delay): string {
  if (typeof delay === 'number') return formatDuration(delay)
  if ('from' in delay) return `${formatDuration(delay.from)} to ${formatDuration(delay.to)}`
  return `${formatDuration(delay.median)} as a rule, 1 in 20 over ${formatDuration(delay.p95)}`
}

/** The normal quantile at 0.95. */
const Z95 = 1.6448536269514722

/** How long to wait, in ms. Draws once, also where nothing depends on it. */
export function delayMs(delay: Delay, draws: Draws): number {
  if (typeof delay === 'number') return delay
  if ('from' in delay) return delay.from + (delay.to - delay.from) * draws.uniform()
  return delay.median * exp((ln(delay.p95 / delay.median) * draws.normal()) / Z95)
}
