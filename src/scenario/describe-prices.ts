/** Prices of a scenario as text, a line per asset. */

import { formatDuration } from '../kit/text/duration.js'
import { pluralize } from '../kit/text/pluralize.js'
import { isoOf, periodText } from '../market/candle-import/periods.js'
import type { Between } from '../market/price/recorded.js'
import type { GivenPrices, ScenarioPrices } from './prices.js'

/** Points above this number are summarised. */
const MAX_LISTED = 12
const WAYS: Readonly<Record<Between, string>> = {
  bridge: 'interpolated by market noise',
  line: 'in straight lines',
  steps: 'in steps',
}

export function pricesInWords(prices: ScenarioPrices): string[] {
  const width = Math.max(...[...prices.keys()].map((name) => name.length))
  return [...prices].map(([name, given]) => `${name.padEnd(width)}  ${givenInWords(given)}`)
}

/** The prices of one asset. */
export function givenInWords(given: GivenPrices): string {
  if (given.kind === 'candles') return candlesInWords(given)
  const { points, between } = given
  const listed = points.map(({ atMs, usd }) => `${usd} at ${atMs === 0 ? '0s' : formatDuration(atMs)}`)
  const some =
    points.length <= MAX_LISTED
      ? listed.join(', ')
      : `${points.length} points from ${listed[0]} to ${listed.at(-1)}`
  return `${some} USD${points.length > 1 ? `, ${WAYS[between]}` : ''}`
}

function candlesInWords({ source, collected, startsAtMs }: GivenPrices & { kind: 'candles' }): string {
  const { candles, rows, holes, missing, rounded } = collected
  const { periodSeconds, runs } = candles
  const last = runs[runs.length - 1]
  const end = last.firstSecond + last.count * periodSeconds
  const place =
    startsAtMs === undefined
      ? `from ${isoOf(runs[0].firstSecond)} to ${isoOf(end)}`
      : `of ${isoOf(runs[0].firstSecond)}, laid from ${startsAtMs === 0 ? '0s' : formatDuration(startsAtMs)} on`
  const notes = [
    ...(holes === 0 ? [] : [`${pluralize(holes, 'hole')}, ${pluralize(missing, 'candle')} bridged`]),
    ...(rounded === 0 ? [] : [`${pluralize(rounded, 'row')} rounded, as the asset has fewer decimals`]),
  ]
  return [`${source}: ${pluralize(rows, 'candle')} of ${periodText(periodSeconds)} ${place}`, ...notes].join(
    '; ',
  )
}
