/** Marks on the candles in which the scenario moves the market. */
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import type { Timeline, TimelineMove } from '../types.js'
import type { Shown } from './candle-store.js'
import { secondsOf } from './candle-store.js'
import type { ChartColours } from './chart-colours.js'

/** Those that lie in the time of the candles that are shown, in their order. */
export function marksOf(
  timeline: Timeline | undefined,
  shown: Shown,
  colours: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  if (timeline?.loadedAt == null || shown.candles.length === 0) return []
  const loadedAtMs = Date.parse(timeline.loadedAt)
  const period = secondsOf(shown)
  const [[firstSeconds]] = shown.candles
  const [lastSeconds] = shown.candles[shown.candles.length - 1]
  const marks = (moves: readonly TimelineMove[], look: Pick<SeriesMarker<UTCTimestamp>, 'shape' | 'color'>) =>
    moves
      .filter(({ asset }) => asset === null || asset === shown.symbol)
      .map(({ fromMs, what }) => {
        const seconds = Math.floor((loadedAtMs + fromMs) / 1000)
        const time = (seconds - (seconds % period)) as UTCTimestamp
        return { time, position: 'aboveBar', text: what, ...look } as const
      })
  return [
    ...marks(timeline.events, { shape: 'arrowDown', color: colours.event }),
    ...marks(timeline.prices, { shape: 'circle', color: colours.prices }),
  ]
    .filter(({ time }) => time >= firstSeconds && time <= lastSeconds)
    .sort((a, b) => a.time - b.time)
}
