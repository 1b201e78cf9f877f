/**
 * Live chart of a price API on another origin: `?api=http://127.0.0.1:8650/arbitrum`. Requests candles every second, which may be cached,
 * and the latest price, to update the running candle.
 */
import { chartOf } from './chart.js'

const api = new URLSearchParams(location.search).get('api') ?? 'http://127.0.0.1:8650/arbitrum'
const PERIODS = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 }
const LIMIT = 60
const PAUSE_MS = 1000
const TIMEOUT_MS = 5000

const element = (id) => document.querySelector(`#${id}`)
const status = element('status')
/** Divisor of price strings, by token. */
const scales = new Map()
/** The last candles and their selection, so that a failure leaves them on the screen. */
let shown = { token: '', period: '', candles: [] }

element('period').append(...Object.keys(PERIODS).map((period) => new Option(period, period)))
for (const id of ['token', 'period']) element(id).addEventListener('change', update)
for (;;) {
  await update()
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

async function update() {
  try {
    if (scales.size === 0) await loadTokens()
    const [token, period] = [element('token').value, element('period').value]
    const [{ candles }, tickers] = await Promise.all([
      get(`/prices/candles?tokenSymbol=${encodeURIComponent(token)}&period=${period}&limit=${LIMIT}`),
      get('/prices/tickers'),
    ])
    // Another token may have been chosen meanwhile.
    if (token !== element('token').value || period !== element('period').value) return
    const ticker = tickers.find(({ tokenSymbol }) => tokenSymbol === token)
    if (ticker === undefined) throw new Error(`no price for ${token}`)
    const usd = usdOf(ticker, scales.get(token))
    if (!(usd > 0) || candles.length === 0 || !candles.every(isCandle))
      throw new Error('invalid prices or candles')
    shown = {
      token,
      period,
      candles: withPrice(candles.toReversed(), usd, ticker.updatedAt, PERIODS[period]),
    }
    show(usd)
    say(`Live. Last price at ${timeOf(ticker.updatedAt)} UTC.`, true)
  } catch (error) {
    const rest = shown.candles.length > 0 ? ' Showing the last ones received.' : ''
    say(`No candles: ${error.message}.${rest}`, false)
  }
}

/** Fills the list with priced tokens. */
async function loadTokens() {
  const [{ tokens }, tickers] = await Promise.all([get('/tokens'), get('/prices/tickers')])
  const priced = new Set(tickers.map(({ tokenSymbol }) => tokenSymbol))
  const symbols = tokens.map(({ symbol }) => symbol).filter((symbol) => priced.has(symbol))
  element('token').append(...symbols.map((symbol) => new Option(symbol, symbol)))
  element('token').value = symbols.includes('ETH') ? 'ETH' : symbols[0]
  for (const { symbol, decimals } of tokens) scales.set(symbol, 30 - decimals)
}

async function get(path) {
  const reply = await fetch(api + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`the price API answered ${reply.status}`)
  return reply.json()
}

/** Rounded to 12 digits: price strings have more than a number can hold. */
function usdOf({ medianPrice, oracleDecimals }, scale) {
  return Number((Number(medianPrice) / 10 ** (scale - oracleDecimals)).toPrecision(12))
}

function isCandle(row) {
  const [seconds, open, high, low, close] = row
  return (
    row.every(Number.isFinite) &&
    seconds > 0 &&
    low > 0 &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close)
  )
}

/** Candles, oldest first, with the price of an instant in the running one. */
function withPrice(candles, usd, atSeconds, periodSeconds) {
  const start = Math.floor(atSeconds / periodSeconds) * periodSeconds
  const [from, open, high, low] = candles.at(-1)
  if (from === start)
    return [...candles.slice(0, -1), [start, open, Math.max(high, usd), Math.min(low, usd), usd]]
  return start > from ? [...candles.slice(1), [start, usd, usd, usd, usd]] : candles
}

function show(usd) {
  const { token, period, candles } = shown
  const change = (usd / candles[0][1] - 1) * 100
  element('last').textContent = `${usd} USD`
  element('change').textContent = `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)} %`
  element('change').className = change < 0 ? 'down' : 'up'
  const chart = element('chart')
  const { width, height, shapes } = chartOf(candles, PERIODS[period])
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`)
  chart.setAttribute('aria-label', `Candles of ${token}`)
  chart.innerHTML = shapes
}

function say(text, isGood) {
  status.textContent = text
  status.className = isGood ? '' : 'bad'
}

function timeOf(seconds) {
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}
