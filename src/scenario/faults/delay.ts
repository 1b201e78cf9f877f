import * as z from 'zod'
import { formatDuration } from '../../core/duration.js'
import { duration } from '../values.js'

/** Waits before anything else: a fixed time, one between two, or a long-tailed one. Stands alone or beside an outcome. */
export const delaySchema = z.union(
  [
    duration,
    z
      .strictObject({ from: duration, to: duration })
      .refine(({ from, to }) => from <= to, { error: 'write a duration no shorter than from', path: ['to'] }),
    z
      .strictObject({ median: duration, p95: duration })
      .refine(({ median, p95 }) => median > 0 && median <= p95, {
        error: 'write a duration no shorter than median, which is above zero',
        path: ['p95'],
      }),
  ],
  { error: 'write a duration such as 200ms, or from and to, or median and p95' },
)

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
