/** Candles and moves of the shown asset as text. */
import { type CandleMark, openOf } from '../../../kit/svg/candles.js'
import type { CandleSeries } from '../../../kit/svg/price-scale.js'
import { formatUsd, plainUsd } from '../../../kit/text/usd.js'
import { movesIn } from '../incident/lanes-of.js'
import type { TimelineReply } from '../replies.js'
import { DAY_MS, formatInstant, formatPercent, inPrint } from '../words.js'

/** Moves by the scenario or by hand, each at its candle. */
export function marksIn(
  timeline: TimelineReply,
  { periodMs }: CandleSeries,
  movers: ReadonlySet<string>,
): CandleMark[] {
  return movesIn(timeline)
    .filter(({ asset }) => asset !== null && movers.has(asset))
    .map(({ fromMs, what, kind }) => ({
      atSeconds: (Math.floor(fromMs / periodMs) * periodMs) / 1000,
      what: inPrint(what),
      kind,
    }))
}

/** The start of a candle, as far as that differs from others: `03-01 12:00`. */
export const crossLabel = (ms: number, periodMs: number): string =>
  formatInstant(ms).slice(periodMs < 60_000 ? 11 : 5, periodMs < 60_000 ? 19 : periodMs < DAY_MS ? 16 : 10)

/** The name of moves next to a candle. */
export const MOVE = '⚑'

export function candleInWords(
  series: CandleSeries,
  index: number,
  marks: readonly CandleMark[],
  digits: number,
) {
  const candle = series.candles[index]
  if (candle === undefined) return undefined
  const [seconds, open, high, low, close] = candle
  const isShort = series.periodMs < 60_000
  const time = formatInstant(seconds * 1000).slice(0, isShort ? 19 : 16)
  const moves = marks.filter(({ atSeconds }) => atSeconds === seconds).map(({ what }) => what)
  const values = Object.entries({ open, high, low, close })
  const parts: [name: string, words: string][] = [
    // One line at 1280 px.
    ['', isShort ? time.slice(5) : time],
    ...values.map(([name, usd]): [string, string] => [name.charAt(0).toUpperCase(), formatUsd(usd, digits)]),
    ['', formatPercent(close / openOf(series, candle) - 1)],
    ...(moves.length === 0 ? [] : [[MOVE, moves.join(', ')] satisfies [string, string]]),
  ]
  const words = values.map(([name, usd]) => `${name} ${plainUsd(usd, digits)}`)
  return { parts, words: `${time}: ${[...words, ...moves].join(', ')}` }
}
