/** The picture of docs/price-model.md: how prices look, from a crash of an hour to twenty years of volatility. */
import { type Element, element, line, text, toMarkup } from '../../src/kit/svg/tree.js'
import { DAY_SECONDS } from '../../src/market/price/periods.js'
import { pricesOf } from '../../test/support/prices.js'
import { deviation, differences } from '../realism/numbers.js'
import { BPS } from '../realism/sample.js'

const SEED = 'gmx-sim'
const AT = Date.parse('2026-05-04T00:00:00Z') / 1000 - 1
const YEAR_DAYS = 365
const DAYS = 20 * YEAR_DAYS
const WEEK_HOURS = 168
const MONTH_DAYS = 30

const PANEL = { width: 420, height: 240, left: 52, right: 12, top: 30, bottom: 24 }
const COLOURS = ['#1f6feb', '#8250df', '#1a7f5a', '#bf5b04', '#b3323f']
const LABELS = 5

interface Curve {
  readonly name: string
  readonly values: Iterable<number>
}

/** Draws six panels, two in a row. */
export function drawPrices(): string {
  const daily = (asset: string) => pricesOf(SEED, asset).candles('1d', AT, DAYS)
  const btc = differences(daily('BTC').close.map(Math.log))
  const crash = endOfWorstWeek()
  const panels = [
    candlesticks('ETH in USD, hours of a week with a crash', hoursOf('ETH', crash), 4),
    lines(
      'The same week, % since its first hour',
      ['BTC', 'ETH', 'SOL', 'DOGE', 'LINK'].map((name) => {
        const { close } = hoursOf(name, crash)
        return { name, values: close.map((price) => 100 * (price / close[0] - 1)) }
      }),
    ),
    candlesticks('ETH in USD, minutes', pricesOf(SEED, 'ETH').candles('1m', AT, WEEK_HOURS), 4),
    lines(
      'Ratios to BTC, ETH and GOLD over a year, 1/10,000',
      [
        ['tBTC', 'BTC'],
        ['stBTC', 'BTC'],
        ['wstETH', 'ETH'],
        ['XAUT', 'GOLD'],
      ].map(([name, leader]) => ({ name, values: ratios(name, leader) })),
    ),
    lines('BTC, daily log-returns of twenty years', [{ name: '', values: btc }]),
    lines('BTC, volatility of 30 days, per year', [{ name: '', values: monthly(btc) }]),
  ]
  const placed = panels.map((panel, n) =>
    element(
      'g',
      { transform: `translate(${(n % 2) * PANEL.width} ${Math.floor(n / 2) * PANEL.height})` },
      ...panel,
    ),
  )
  const size = { width: 2 * PANEL.width, height: 3 * PANEL.height }
  return `${toMarkup(
    element(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        ...size,
        'font-family': 'system-ui, sans-serif',
        'font-size': '10px',
      },
      element('title', {}, 'Prices of gmx-sim'),
      element('style', {}, STYLE),
      element('rect', { ...size, fill: '#fff' }),
      ...placed,
    ),
  )}\n`
}

const STYLE =
  '.title{font-size:12px}.grid{stroke:#d8dee4;stroke-width:.5}.up{fill:#1a7f5a;stroke:#1a7f5a}.down{fill:#b3323f;stroke:#b3323f}path{stroke-width:.7}.curve{fill:none}'

const hoursOf = (asset: string, atSeconds: number) =>
  pricesOf(SEED, asset).candles('1h', atSeconds, WEEK_HOURS)

/** Three days after the worst day of BTC in two years. */
function endOfWorstWeek(): number {
  const { close, firstStart } = pricesOf(SEED, 'BTC').candles('1d', AT, 2 * YEAR_DAYS)
  const moves = differences(close.map(Math.log))
  const worst = moves.indexOf(Math.min(...moves)) + 1
  return firstStart + (worst + 4) * DAY_SECONDS - 1
}

function ratios(asset: string, leader: string): Float64Array {
  const [own, other] = [asset, leader].map(
    (name) => pricesOf(SEED, name).candles('4h', AT, 6 * YEAR_DAYS).close,
  )
  return own.map((price, n) => BPS * Math.log(price / own[0] / (other[n] / other[0])))
}

function monthly(returns: Float64Array): number[] {
  const starts = Array.from({ length: returns.length - MONTH_DAYS }, (_, n) => n)
  return starts.map((n) => deviation(returns.subarray(n, n + MONTH_DAYS)) * Math.sqrt(YEAR_DAYS))
}

/** Title and scale of a panel, and the heights of its values. */
function scaled(title: string, least: number, most: number, digits: number) {
  const { width, height, left, right, top, bottom } = PANEL
  const y = (value: number) => top + ((most - value) / (most - least)) * (height - top - bottom)
  const labels = Array.from({ length: LABELS }, (_, n) => least + ((most - least) * n) / (LABELS - 1))
  const frame: Element[] = [
    text('title', left, 16, title),
    ...labels.map((value) => line('grid', left, y(value), width - right, y(value))),
    ...labels.map((value) => text('tick', left - 5, y(value) + 3, value.toFixed(digits), 'end')),
  ]
  return { frame, y }
}

const x = (n: number, count: number) => PANEL.left + (n / count) * (PANEL.width - PANEL.left - PANEL.right)

function candlesticks(title: string, candles: ReturnType<typeof hoursOf>, decimals: number): Element[] {
  const usd = (quanta: number) => quanta / 10 ** decimals
  const { open, high, low, close, count } = candles
  const { frame, y } = scaled(title, usd(Math.min(...low)), usd(Math.max(...high)), 0)
  const shapes = { up: '', down: '' }
  for (let n = 0; n < count; n++) {
    const [left, middle, right] = [n + 0.15, n + 0.5, n + 0.85].map((at) => x(at, count).toFixed(1))
    const [top, bottom, from, to] = [high, low, open, close].map((column) => y(usd(column[n])).toFixed(1))
    shapes[close[n] < open[n] ? 'down' : 'up'] +=
      `M${middle} ${top}V${bottom}M${left} ${from}H${right}V${to}H${left}Z`
  }
  return [...frame, ...Object.entries(shapes).map(([look, d]) => element('path', { class: look, d }))]
}

function lines(title: string, curves: readonly Curve[]): Element[] {
  const all = curves.flatMap(({ values }) => [...values])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const { frame, y } = scaled(title, least, most, most - least < 4 ? 2 : 0)
  return [
    ...frame,
    ...curves.flatMap(({ name, values }, n) => {
      const points = [...values]
      const d = points.map(
        (value, i) => `${i === 0 ? 'M' : 'L'}${x(i, points.length).toFixed(1)} ${y(value).toFixed(1)}`,
      )
      const label = { x: PANEL.left + 60 * n, y: PANEL.height - 8, fill: COLOURS[n] }
      return [
        element('path', { class: 'curve', stroke: COLOURS[n], d: d.join('') }),
        element('text', label, name),
      ]
    }),
  ]
}
