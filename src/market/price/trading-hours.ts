/** Hours in which commodities rest: daily from 20:45 to 22:15 UTC, and from Friday 20:45 to Sunday 22:15. */
import { memoisedLatest } from '../../kit/maps.js'
import { childCountOf, foldedSpan } from './level-rows.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS } from './periods.js'
import { overSource, type PriceSource } from './prices.js'
import { type CandleSpan, CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

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
  const partsOf = (level: number, first: number, count: number): CandleSpan => {
    const parts = childCountOf(level)
    return source.span(level + 1, first * parts, count * parts)
  }
  /** Leaves what is traded of candle `index` of a span. */
  const rest = (
    { level, first, rows, start }: CandleSpan,
    index: number,
    readParts = () => partsOf(level, index, 1),
  ): void => {
    const row = start + (index - first) * ROW
    const from = index * LEVEL_SECONDS[level]
    const to = from + LEVEL_SECONDS[level]
    const { begin, end } = restFrom(from)
    if (begin >= to) return
    rows[row + HIGH] = Number.NEGATIVE_INFINITY
    rows[row + LOW] = Number.POSITIVE_INFINITY
    if (begin <= from) rows.fill(lastBefore(begin), row + OPEN, row + LOW + 1)
    if (end >= to) rows[row + CLOSE] = lastBefore(begin)
    if (begin <= from && end >= to) return
    const parts = readParts()
    const count = childCountOf(level)
    const seconds = LEVEL_SECONDS[parts.level]
    const rowOf = (part: number) => parts.start + (part - parts.first) * ROW
    const take = (part: number): void => {
      rows[row + HIGH] = Math.max(rows[row + HIGH], parts.rows[rowOf(part) + HIGH])
      rows[row + LOW] = Math.min(rows[row + LOW], parts.rows[rowOf(part) + LOW])
    }
    const broken: number[] = []
    for (let part = index * count; part < (index + 1) * count; part++) {
      const [opens, closes] = [part * seconds, (part + 1) * seconds]
      if (closes <= begin || opens >= end) take(part)
      else if (opens < begin || closes > end) broken.push(part)
    }
    // Rests narrow a part at most: mostly it has no extreme of the whole, whatever is traded of it.
    for (const part of broken) {
      const at = rowOf(part)
      if (parts.rows[at + HIGH] <= rows[row + HIGH] && parts.rows[at + LOW] >= rows[row + LOW]) continue
      rest(parts, part)
      take(part)
    }
  }
  const span: PriceSource['span'] = (level, first, count) => {
    // Each day has a rest, so the parts of all are read at once.
    const parts = level === DAY_LEVEL ? partsOf(level, first, count) : undefined
    const result = parts ? foldedSpan(parts) : source.span(level, first, count)
    for (let i = first; i < first + count; i++) rest(result, i, parts && (() => parts))
    return result
  }
  return overSource(source, span)
}
