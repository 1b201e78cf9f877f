/** The level of days: each day's first and last tick, high and low, from its edges. */
import { exp } from '../core/real.js'
import { type CoupledDraws, STREAM } from './coupled.js'
import { drawExtremes, extremes } from './extremes.js'
import type { DayEdges } from './long-run.js'
import { DAY_LEVEL, DAY_SECONDS } from './periods.js'
import { CLOSE, createSpan, HIGH, LOW, OPEN, ROW, type Span, VARIANCE } from './span.js'

/** Candles of the days from `first` on, in units of `base`, the price where the log is zero. */
export function drawDays(draws: CoupledDraws, edges: DayEdges, base: number, first: number): Span {
  const { logs, variances } = edges
  const span = createSpan(DAY_LEVEL, first, variances.length)
  for (let i = 0; i < span.count; i++) {
    draws.at(STREAM.day, first + i)
    const variance = variances[i]
    const openLog = logs[i]
    // One tick passes between a day's last and the next day's first.
    const closeLog = logs[i + 1] - draws.normal() * Math.sqrt(variance / DAY_SECONDS)
    const upper = draws.uniform()
    drawExtremes(upper, draws.own.uniform(), openLog, closeLog, variance)
    const open = base * exp(openLog)
    const close = base * exp(closeLog)
    const row = i * ROW
    span.rows[row + OPEN] = open
    span.rows[row + HIGH] = Math.max(base * exp(extremes.high), open, close)
    span.rows[row + LOW] = Math.min(base * exp(extremes.low), open, close)
    span.rows[row + CLOSE] = close
    // From here down prices move in straight units, not logs: within a day the difference does not show.
    span.rows[row + VARIANCE] = variance * open * close
  }
  return span
}
