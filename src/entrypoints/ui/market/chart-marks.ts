import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import { CHART_PERIOD_SECONDS } from '../chosen-market.js'
import type { TimelineMove, TimelineReply } from '../replies.js'
import type { ShownCandles } from './candle-store.js'
import type { ChartColours } from './chart-colours.js'

export interface ChartMark {
  readonly atSeconds: number
  readonly what: string
  readonly kind: 'event' | 'price'
}

export function marksIn(
  timeline: TimelineReply | undefined,
  shown: ShownCandles,
  movers: ReadonlySet<string>,
): readonly ChartMark[] {
  if (timeline === undefined || shown.candles.length === 0) return []
  const loadedAtMs = Date.parse(timeline.loadedAt ?? '')
  const periodSeconds = CHART_PERIOD_SECONDS[shown.period]
  const [[firstSeconds]] = shown.candles
  const [lastSeconds] = shown.candles[shown.candles.length - 1]
  const marks = (
    moves: readonly Pick<TimelineMove, 'asset' | 'fromMs' | 'what'>[],
    kind: ChartMark['kind'],
    originMs = loadedAtMs,
  ) =>
    moves
      .filter(({ asset }) => asset !== null && movers.has(asset))
      .map(({ fromMs, what }) => {
        const seconds = Math.floor((originMs + fromMs) / 1000)
        return { atSeconds: seconds - (seconds % periodSeconds), what, kind }
      })
  const made = timeline.moves.map((move) => ({ ...move, fromMs: Date.parse(move.from) }))
  return [...marks(timeline.events, 'event'), ...marks(timeline.prices, 'price'), ...marks(made, 'event', 0)]
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
    // The chart clips long texts at its edge.
    text: what.replace(/ at once$/, ''),
    shape: kind === 'event' ? 'arrowDown' : 'circle',
    color: kind === 'event' ? event : prices,
  }))
}
