/** Draws candles from the price API, which is of another origin: `?api=http://127.0.0.1:8650/arbitrum`. */
const api = new URLSearchParams(location.search).get('api') ?? 'http://127.0.0.1:8650/arbitrum'
const LIMIT = 40
const WIDTH = 600
const HEIGHT = 200

const status = document.querySelector('#status')
try {
  const reply = await fetch(`${api}/prices/candles?tokenSymbol=ETH&period=15m&limit=${LIMIT}`)
  if (!reply.ok) throw new Error(`the price API answered ${reply.status}`)
  const { candles } = await reply.json()
  draw(candles.toReversed())
  status.textContent = `${candles.length} candles, last ${candles[0][4]} USD`
} catch (error) {
  status.textContent = `No candles: ${error.message}`
}

/** @param {[number, number, number, number, number][]} candles Oldest first. */
function draw(candles) {
  const top = Math.max(...candles.map(([, , high]) => high))
  const bottom = Math.min(...candles.map(([, , , low]) => low))
  const y = (price) => ((top - price) / (top - bottom || 1)) * HEIGHT
  const step = WIDTH / candles.length
  const shapes = candles.map(([, open, high, low, close], index) => {
    const x = (index + 0.5) * step
    const body = `<rect x="${x - step * 0.3}" width="${step * 0.6}" y="${y(Math.max(open, close))}"
      height="${Math.max(Math.abs(y(open) - y(close)), 0.5)}" />`
    const wick = `<line x1="${x}" x2="${x}" y1="${y(high)}" y2="${y(low)}" />`
    return `<g class="candle ${close < open ? 'down' : 'up'}">${wick}${body}</g>`
  })
  document.querySelector('#chart').innerHTML = shapes.join('')
}
