import { useEffect, useRef } from 'preact/hooks'
import { digitsOf, formatMinute, formatPercent, formatUsd } from '../formats.js'
import { timeline } from '../state.js'
import { moversOfChosen } from './assets.js'
import { shownCandles } from './candle-store.js'
import { marksIn } from './chart-marks.js'
import { pointedAt } from './chart-pointer.js'
import { drawChart, runs } from './draw-chart.js'

export function Chart() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current === null ? undefined : drawChart(box.current)), [])
  const candle = candleInWords()
  const last = (shownCandles.value?.candles.length ?? 1) - 1
  return (
    <>
      <p class="candle">
        {candle?.parts.map(([name, value]) => (
          <span key={name}>
            <b>{name}</b> {value}
          </span>
        ))}
      </p>
      {/* To screen readers, a cross-hair that arrow keys move is a slider. */}
      <div
        ref={box}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label={`Candles of ${shownCandles.value?.symbol ?? 'the market'}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={pointedAt.value ?? Math.max(last, 0)}
        aria-valuetext={candle?.words ?? 'none yet'}
      />
    </>
  )
}

function candleInWords() {
  runs.value
  const now = shownCandles.value
  const candle = now?.candles[pointedAt.value ?? now.candles.length - 1]
  if (now === undefined || candle === undefined) return undefined
  const [seconds, open, high, low, close] = candle
  const digits = digitsOf(close, now.decimals)
  const time = formatMinute(seconds * 1000)
  const moves = marksIn(timeline.value, now, moversOfChosen.value)
    .filter(({ atSeconds }) => atSeconds === seconds)
    .map(({ what }) => what)
  const values = { open, high, low, close }
  // Beside a move, the line has room for the last price only.
  const shown = moves.length === 0 ? values : { close }
  const parts: [string, string][] = [
    ['', time],
    ...moves.map((what): [string, string] => ['⚑', what]),
    ...Object.entries(shown).map(([name, usd]): [string, string] => [
      name[0].toUpperCase(),
      formatUsd(usd, digits),
    ]),
    ['', formatPercent(close / open - 1)],
  ]
  const words = Object.entries(values).map(([name, usd]) => `${name} ${formatUsd(usd, digits)}`)
  return { parts, words: `${time}: ${[...words, ...moves].join(', ')}` }
}
