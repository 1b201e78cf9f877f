import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import { PERIOD_SECONDS } from '../chosen-market.js'
import type { Timeline, TimelineMove } from '../replies.js'
import type { ShownCandles } from './candle-store.js'
import type { ChartColours } from './chart-colours.js'

export interface ChartMark {
  readonly atSeconds: number
  readonly what: string
  readonly kind: 'event' | 'price'
}

export function marksIn(
  timeline: Timeline | undefined,
  shown: ShownCandles,
  movers: ReadonlySet<string>,
): readonly ChartMark[] {
  if (timeline?.loadedAt == null || shown.candles.length === 0) return []
  const loadedAtMs = Date.parse(timeline.loadedAt)
  const periodSeconds = PERIOD_SECONDS[shown.period]
  const [[firstSeconds]] = shown.candles
  const [lastSeconds] = shown.candles[shown.candles.length - 1]
  const marks = (moves: readonly TimelineMove[], kind: ChartMark['kind']) =>
    moves
      .filter(({ asset }) => asset !== null && movers.has(asset))
      .map(({ fromMs, what }) => {
        const seconds = Math.floor((loadedAtMs + fromMs) / 1000)
        return { atSeconds: seconds - (seconds % periodSeconds), what, kind }
      })
  return [...marks(timeline.events, 'event'), ...marks(timeline.prices, 'price')]
    .filter(({ atSeconds }) => atSeconds >= firstSeconds && atSeconds <= lastSeconds)
    .sort((a, b) => a.atSeconds - b.atSeconds)
}

export function toMarkers(
  marks: readonly ChartMark[],
  { event, prices }: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  return marks.map(({ atSeconds, what, kind }) => ({
    time: atSeconds as UTCTimestamp,
    position: 'aboveBar',
    text: what,
    shape: kind === 'event' ? 'arrowDown' : 'circle',
    color: kind === 'event' ? event : prices,
  }))
}
