/**
 * Memory allocated per reply: heap and buffers after minus before, in a process whose young generation is too large to need
 * garbage collection in between. Not reported if a collection ran.
 */
import { setTimeout } from 'node:timers/promises'
import { startStrained, startStrainedBare } from './process.js'
import { ADVANCE, askAll, asked } from './questions.js'
import { beside, notMeasured } from './table.js'

const TICKERS = '/arbitrum/prices/tickers'
const TOKENS = ['BTC', 'SOL', 'DOGE', 'LINK', 'XRP', 'ARB', 'UNI', 'AAVE']
const PERIODS = ['5m', '15m', '1h', '4h', '1d']
const candlesOf = (/** @type {string} */ token, /** @type {string} */ period) =>
  asked(`/arbitrum/prices/candles?tokenSymbol=${token}&period=${period}&limit=10000`)
/** About 52 bytes per row. */
const CANDLES_BYTES = 520_000
const HOT = 1000
/** Text in blocks, which later windows share, and the body that is joined from them and kept for its window. */
const MAX_COLD = 2.3

const hot = Array.from({ length: HOT }, () => asked(TICKERS))
const cold = TOKENS.map((token) => candlesOf(token, '1m'))
const warmUp = [
  ADVANCE,
  ...['ETH', 'BNB', 'PEPE'].flatMap((token) => PERIODS.map((period) => candlesOf(token, period))),
]
const nextMinute = Array.from({ length: 60 }, () => ADVANCE)

export async function measureAllocations() {
  const server = await startStrained()
  const bare = await startStrainedBare()
  try {
    await allLoaded(server)
    const ours = await perReply(server, [asked(TICKERS), ...hot.slice(0, 200)], hot)
    const others = await perReply(bare, hot.slice(0, 200), hot)
    const first = await perReply(server, warmUp, cold)
    const next = await perReply(server, nextMinute, cold)
    return [
      row('allocated for a hot reply', ours, others, 'bare node:http', 2),
      row('allocated for 10,000 candles of 1m, cold', first, CANDLES_BYTES, 'their text', MAX_COLD),
      row('allocated for 10,000 candles of 1m, next window', next, CANDLES_BYTES, 'their text', 1.5),
    ]
  } finally {
    await Promise.all([server.stop(), bare.stop()])
  }
}

/** A server loads more parts shortly after it listens, which no reply should account for. */
const LOADING_BEGINS_MS = 1000
const LOOK_MS = 500
const MAX_LOOKS = 40
const STILL_BYTES = 100_000

/**
 * Resolves once the memory of the server is stable.
 * @param {import('./process.js').StrainedProcess} server
 */
async function allLoaded({ strain }) {
  await setTimeout(LOADING_BEGINS_MS)
  let before = 0
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { leftBytes } = await strain()
    if (leftBytes - before < STILL_BYTES) return
    before = leftBytes
    await setTimeout(LOOK_MS)
  }
  throw new Error('the server keeps loading')
}

/**
 * Bytes per reply; undefined if garbage was collected.
 * @param {import('./process.js').StrainedProcess} server
 * @param {readonly import('./questions.js').Asked[]} before
 * @param {readonly import('./questions.js').Asked[]} questions
 */
async function perReply({ url, strain }, before, questions) {
  await askAll(url, before, 1)
  const { leftBytes } = await strain()
  await askAll(url, questions, 1)
  const after = await strain()
  return after.collections > 0 ? undefined : (after.heldBytes - leftBytes) / questions.length
}

/**
 * @param {string} name
 * @param {number | undefined} bytes
 * @param {number | undefined} otherBytes
 * @param {string} otherName
 * @param {number} most
 */
function row(name, bytes, otherBytes, otherName, most) {
  if (bytes === undefined || otherBytes === undefined) return notMeasured(name, 'garbage was collected')
  const [value, other] = [bytes / 1000, otherBytes / 1000]
  return beside(name, { value, other, ratio: value / other, unit: 'kB', otherName }, { most })
}
