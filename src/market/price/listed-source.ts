/** Prices of a token from its listing on: the candle in which that falls has no earlier ticks. */
import { childCountOf, foldRow } from './level-rows.js'
import { LEVEL_SECONDS } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { ROW } from './span.js'

export function listedSource(source: PriceSource, fromSeconds: number): PriceSource {
  const span: PriceSource['span'] = (level, first, count) => {
    const result = source.span(level, first, count)
    const seconds = LEVEL_SECONDS[level]
    const index = Math.floor(fromSeconds / seconds)
    if (fromSeconds % seconds === 0 || index < first || index >= first + count) return result
    const parts = childCountOf(level)
    const child = Math.floor(fromSeconds / LEVEL_SECONDS[level + 1])
    const below = span(level + 1, child, (index + 1) * parts - child)
    foldRow(below.rows, below.start, ROW, below.count, result.rows, result.start + (index - first) * ROW)
    return result
  }
  return overSource(source, span)
}
