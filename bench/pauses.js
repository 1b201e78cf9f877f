/**
 * Event-loop delay of a server under expensive queries: the longest delay reported by Node. Clients send the next request as soon
 * as a reply arrives; no query is repeated. Other load on the machine counts too, so there are several rounds, each with its own
 * server.
 */
import { startStrained } from './process.js'
import { ADVANCE, askAll, asked } from './questions.js'
import { median } from './rounds.js'
import { atMost } from './table.js'

const ROUNDS = 5
const MAX_MS = 25
const PERIODS = ['1m', '5m', '15m', '1h', '4h', '1d']
const TOKENS = ['ETH', 'BTC', 'SOL', 'DOGE', 'LINK', 'XRP', 'ARB', 'UNI']

const candles = TOKENS.flatMap((token) =>
  PERIODS.map((period) =>
    asked(`/arbitrum/prices/candles?tokenSymbol=${token}&period=${period}&limit=10000`),
  ),
)
const signed = Array.from({ length: 30 }, () => [ADVANCE, asked('/arbitrum/signed_prices/latest')]).flat()
const rates = ['30d', '1y'].map((period) => asked(`/arbitrum/rates?period=${period}`))
/** Loads and compiles the code for these: the first reply of a process is slower. */
const warmUp = [
  ADVANCE,
  asked('/avalanche/prices/candles?tokenSymbol=ETH&period=1m&limit=10000'),
  asked('/avalanche/prices/candles?tokenSymbol=BTC&period=1d&limit=10000'),
  asked('/avalanche/signed_prices/latest'),
  asked('/arbitrum-fallback/prices/tickers'),
  asked('/avalanche/rates?period=1y'),
]

export async function measurePauses() {
  return [
    await row('longest pause: 10,000 cold candles, 4 clients', candles, 4),
    await row('longest pause: signed prices of other seconds', signed, 1),
    await row('longest pause: rates of all markets, 2 clients', rates, 2),
  ]
}

/**
 * @param {string} name
 * @param {readonly import('./questions.js').Asked[]} questions
 * @param {number} clients
 */
async function row(name, questions, clients) {
  const longest = []
  for (let round = 0; round < ROUNDS; round++) longest.push(await longestPause(questions, clients))
  return atMost(name, { value: median(longest), least: Math.min(...longest), unit: 'ms' }, { most: MAX_MS })
}

/**
 * @param {readonly import('./questions.js').Asked[]} questions
 * @param {number} clients
 */
async function longestPause(questions, clients) {
  const { url, strain, stop } = await startStrained([])
  try {
    await askAll(url, warmUp, 1)
    await strain()
    await askAll(url, questions, clients)
    return (await strain()).longestPauseMs
  } finally {
    await stop()
  }
}
