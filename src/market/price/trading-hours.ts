/** Hours in which commodities rest: daily from 20:45 to 22:15 UTC, and from Friday 20:45 to Sunday 22:15. */
import { memoisedLatest } from '../../kit/maps.js'
import { childCountOf, foldedRows } from './level-rows.js'
import { DAY_SECONDS, LEVEL_SECONDS } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { RECORD } from './recorded.js'
import { CLOSE, createSpan, OPEN, ROW } from './span.js'

const CLOSES = 20.75 * 3600
const OPENS = 22.25 * 3600
/** The longest candles that lie within trading hours, or within a rest, as a whole. */
const QUARTER_LEVEL = 3

/** The rest that a second belongs to, or the next one. */
function restFrom(second: number): { readonly begin: number; readonly end: number } {
  const day = Math.floor(second / DAY_SECONDS)
  const friday = day - sinceFriday(day)
  const weekend = { begin: friday * DAY_SECONDS + CLOSES, end: (friday + 2) * DAY_SECONDS + OPENS }
  if (second >= weekend.begin && second < weekend.end) return weekend
  const next = second < day * DAY_SECONDS + OPENS ? day : day + 1
  const last = sinceFriday(next) === 0 ? next + 2 : next
  return { begin: next * DAY_SECONDS + CLOSES, end: last * DAY_SECONDS + OPENS }
}

/** 1970-01-02 was a Friday. */
const sinceFriday = (day: number): number => (((day - 1) % 7) + 7) % 7

export function isResting(second: number): boolean {
  return restFrom(second).begin <= second
}

/** The source with its last price throughout each rest. */
export function restingSource(source: PriceSource): PriceSource {
  const lastBefore = memoisedLatest((begin: number) => {
    const { rows, start } = source.span(QUARTER_LEVEL, begin / LEVEL_SECONDS[QUARTER_LEVEL] - 1, 1)
    return rows[start + CLOSE]
  })
  const span: PriceSource['span'] = (level, first, count) => {
    const seconds = LEVEL_SECONDS[level]
    const result = createSpan(level, first, count)
    const { rows, start } = source.span(level, first, count)
    result.rows.set(rows.subarray(start, start + count * ROW))
    for (let i = 0; i < count; i++) {
      const from = (first + i) * seconds
      const { begin, end } = restFrom(from)
      if (begin >= from + seconds) continue
      const row = i * ROW
      if (begin <= from && end >= from + seconds)
        result.rows.fill(lastBefore(begin), row + OPEN, row + OPEN + RECORD)
      else {
        const parts = childCountOf(level)
        const below = span(level + 1, (first + i) * parts, parts)
        result.rows.set(foldedRows(below.rows, ROW, 0, parts, 1), row)
      }
    }
    return result
  }
  return overSource(source, span)
}
