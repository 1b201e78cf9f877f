import * as z from 'zod'
import { exp, ln } from '../../kit/numbers/log-exp.js'
import type { Draws } from '../../kit/random/draws.js'
import { durationInWords } from '../../kit/text/duration.js'
import { duration } from '../values.js'

/** Delays the reply: by a fixed duration, a uniform one, or a long-tailed one. Alone or with an outcome. */
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

export const routeTimeoutSchema = z.literal('off', { error: 'write off, or leave it out' })

export const delayAbout =
  'waits first, in real time; alone or with any other fault. The timeout of the route (10 s or 60 s) ends it with 504, unless `routeTimeout` is `off`'
export const delayExamples = [
  '{ delay: 200ms }',
  '{ delay: { from: 100ms, to: 2s } }',
  '{ delay: { median: 300ms, p95: 900ms } }',
  '{ delay: 30s, routeTimeout: off }',
]

export function delayInWords(delay: Delay): string {
  if (typeof delay === 'number') return durationInWords(delay)
  if ('from' in delay) return `${durationInWords(delay.from)} to ${durationInWords(delay.to)}`
  return `${durationInWords(delay.median)} (p95 ${durationInWords(delay.p95)})`
}

/** The shortest delay, and the longest; of a long tail, its p95. */
export function delayBoundsMs(delay: Delay): readonly [leastMs: number, mostMs: number] {
  if (typeof delay === 'number') return [delay, delay]
  return 'from' in delay ? [delay.from, delay.to] : [0, delay.p95]
}

/** The normal quantile at 0.95. */
const Z95 = 1.6448536269514722

/** Delay in ms. Always draws once, so that later draws do not shift. */
export function delayMs(delay: Delay, draws: Draws): number {
  if (typeof delay === 'number') return delay
  if ('from' in delay) return delay.from + (delay.to - delay.from) * draws.uniform()
  return delay.median * exp((ln(delay.p95 / delay.median) * draws.normal()) / Z95)
}
