/** Draws candles with price and time axes as SVG. */
const WIDTH = 960
const HEIGHT = 420
/** Size of the axes, to the right and below. */
const RIGHT = 84
const BOTTOM = 28
const TOP = 8
const PRICE_MARKS = 6
const TIME_MARKS = 6

/**
 * @param {[number, number, number, number, number][]} candles `[seconds, open, high, low, close]`, oldest first, at least one.
 * @param {number} periodSeconds Period of the candles.
 */
export function chartOf(candles, periodSeconds) {
  const top = Math.max(...candles.map(([, , high]) => high))
  const bottom = Math.min(...candles.map(([, , , low]) => low))
  // A margin, even for constant prices.
  const margin = (top - bottom) * 0.05 || top * 0.001 || 1
  const [most, least] = [top + margin, bottom - margin]
  const y = (price) => TOP + ((most - price) / (most - least)) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - RIGHT) / candles.length
  const x = (index) => (index + 0.5) * step
  const priceStep = niceStep((most - least) / PRICE_MARKS)
  const decimals = Math.max(0, -Math.floor(Math.log10(priceStep) + 1e-9))
  const [, , , , last] = candles.at(-1)
  // At round multiples of the period, so that marks move with the candles.
  const marksEvery = Math.ceil(candles.length / TIME_MARKS / 5) * 5
  const shapes = [
    ...multiplesBetween(least, most, priceStep).map((price) =>
      priceMark(y(price), Math.abs(y(price) - y(last)) < 14 ? '' : price.toFixed(decimals)),
    ),
    ...candles.flatMap(([seconds], index) =>
      (seconds / periodSeconds) % marksEvery === 0
        ? [timeMark(x(index), labelOf(seconds, periodSeconds))]
        : [],
    ),
    ...candles.map((candle, index) => shapeOf(candle, x(index), y, step)),
    `<line class="last" x1="0" x2="${WIDTH - RIGHT}" y1="${y(last)}" y2="${y(last)}" />`,
    `<text class="last-label" x="${WIDTH - RIGHT + 8}" y="${y(last) + 4}">${last.toFixed(decimals + 1)}</text>`,
  ]
  return { width: WIDTH, height: HEIGHT, shapes: shapes.join('') }
}

function shapeOf([seconds, open, high, low, close], x, y, step) {
  const body = `<rect x="${x - step * 0.35}" width="${step * 0.7}" y="${y(Math.max(open, close))}"
    height="${Math.max(Math.abs(y(open) - y(close)), 1)}" />`
  const wick = `<line x1="${x}" x2="${x}" y1="${y(high)}" y2="${y(low)}" />`
  const title = `<title>${labelOf(seconds, 60)} UTC: ${open}, ${high}, ${low}, ${close}</title>`
  return `<g class="candle ${close < open ? 'down' : 'up'}" data-seconds="${seconds}">${title}${wick}${body}</g>`
}

function priceMark(y, text) {
  return `<line class="grid" x1="0" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" />
    <text class="price" x="${WIDTH - RIGHT + 8}" y="${y + 4}">${text}</text>`
}

function timeMark(x, text) {
  return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" />
    <text class="time" x="${x}" y="${HEIGHT - 8}" text-anchor="middle">${text}</text>`
}

/** The time of day, or the date for long candles. */
function labelOf(seconds, periodSeconds) {
  const iso = new Date(seconds * 1000).toISOString()
  return periodSeconds < 4 * 3600 ? iso.slice(11, 16) : iso.slice(5, 10)
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `least`. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9))
}

function multiplesBetween(from, to, step) {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}
