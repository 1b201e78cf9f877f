/** Agreement of tickers, signed prices and candles of one time. */
import { pairsOf } from '../../kit/maps.js'
import { fractionDigits } from '../../kit/numbers/decimal.js'
import { maxOf } from '../../kit/numbers/lists.js'
import { difference, type Findings, nameList } from './difference.js'
import { type Lists, listsIn } from './lists.js'
import { CANDLE_SECONDS, type ComparedAnswer } from './observations.js'
import type { SourceReply } from './source.js'
import { isWhole, type JsonRow, priceOf, secondsOf } from './values.js'

export function* sameTimeDifferences(observed: ComparedAnswer, lists: Lists): Findings {
  const tickers = repliesOf(observed, 'tickers', 'tickers', ['timestamp', 'updatedAt'])
  const signed = repliesOf(observed, 'signed-prices', 'signedPrices', ['createdAt'])
  const found = [
    ...(signed.length > 0 ? signedAgainstTickers(signed, tickers) : []),
    ...(lists.candles.length > 0 ? candlesAgainstTickers(observed, lists, tickers) : []),
  ]
  yield* lists.tickers.length > 0 ? found : found.filter((one) => typeof one !== 'string')
}

interface TimedReply {
  readonly second: number
  readonly rows: readonly JsonRow[]
  readonly receivedMs: number
}

function repliesOf(
  { answers, samples }: ComparedAnswer,
  id: 'tickers' | 'signed-prices',
  list: 'tickers' | 'signedPrices',
  timeKeys: readonly string[],
): TimedReply[] {
  const replies = [answers[id], ...samples[id]].filter((reply) => reply !== undefined)
  return replies.flatMap((reply) => {
    const rows = listsIn({ [id]: reply })[list]
    // Times in ms are floored; a time in s takes precedence.
    const time = timeKeys.map((key) => rows[0]?.[key]).find((value) => value !== undefined)
    const second = Math.floor(secondsOf(time))
    return Number.isNaN(second) ? [] : [{ second, rows, receivedMs: reply.receivedMs }]
  })
}

function* signedAgainstTickers(signed: readonly TimedReply[], tickers: readonly TimedReply[]): Findings {
  const where = 'signed-prices against tickers'
  const tickersAt = new Map(tickers.map(({ second, rows }) => [second, rows]))
  const common = signed.filter(({ second }) => tickersAt.has(second))
  if (common.length === 0) yield `${where}: not compared, as no two describe the same second`
  for (const { second, rows } of common) {
    const ofToken = new Map(tickersAt.get(second)?.map((row) => [String(row['tokenAddress']), row]))
    const wrong = rows.filter((row) => {
      const ticker = ofToken.get(String(row['tokenAddress']))
      return ticker !== undefined && isWhole(ticker) && isWhole(row) && isOther(row, ticker)
    })
    if (wrong.length === 0) continue
    const names = nameList(wrong.map((row) => String(row['tokenSymbol'])))
    return yield difference('identity', where, `not the same in one second: ${names}`, 'the same')
  }
}

function isOther(a: JsonRow, b: JsonRow): boolean {
  return ['min', 'max'].some((key) => {
    const [one, other] = [priceOf(a, key), priceOf(b, key)]
    return one !== undefined && other !== undefined && one !== other
  })
}

/** Checks that a ticker's price is within the candle of its minute, if that candle is newer. */
function* candlesAgainstTickers(
  observed: ComparedAnswer,
  lists: Lists,
  tickers: readonly TimedReply[],
): Findings {
  const where = 'candles against tickers'
  const { symbol } = observed
  const decimals = Number(lists.tokens.find((row) => row['symbol'] === symbol)?.['decimals'])
  let isCompared = false
  for (const { rows, beforeMs } of laterCandles(observed)) {
    const quantum = 10 ** -maxOf(rows.flat().map(fractionDigits), 0)
    const candleAt = new Map(rows.map((row) => [secondsOf(row[0]), row]))
    for (const { second, rows } of tickers.filter(({ receivedMs }) => receivedMs <= beforeMs)) {
      const candle = candleAt.get(Math.floor(second / CANDLE_SECONDS) * CANDLE_SECONDS)
      const ticker = rows.find((row) => row['tokenSymbol'] === symbol)
      const price = ticker === undefined ? undefined : usdOf(ticker, decimals)
      const [high, low] = [Number(candle?.[2]), Number(candle?.[3])]
      if (price === undefined || Number.isNaN(high + low)) continue
      isCompared = true
      if (price.least <= high + quantum && price.most >= low - quantum) continue
      const theirs = `${symbol} costs ${price.least}, its candle goes from ${low} to ${high}`
      return yield difference('identity', where, theirs, 'a price within its minute')
    }
  }
  if (!isCompared) yield `${where}: not compared, as no later candles arrived`
}

/** Candles may be cached. Once they change, they are newer than the reply before and the tickers before that. */
function laterCandles({ answers, samples }: ComparedAnswer) {
  const replies = [answers['candles'], ...samples.candles].filter(
    (reply): reply is SourceReply => reply?.status === 200,
  )
  const changed = pairsOf(replies).filter(([before, reply]) => before.body !== reply.body)
  // Tickers received before `beforeMs` are older than these candles.
  return changed.map(([{ sentMs }, candles]) => ({ rows: listsIn({ candles }).candles, beforeMs: sentMs }))
}

/** The median price in USD, else the range from min to max. */
function usdOf(ticker: JsonRow, decimals: number): { least: number; most: number } | undefined {
  const unit = 10 ** (30 - decimals - Number(ticker['oracleDecimals'] ?? 0))
  const [min, median, max] = ['min', 'median', 'max'].map(
    (which) => Number(priceOf(ticker, which) ?? Number.NaN) / unit,
  )
  if (!isWhole(ticker)) return undefined
  if (!Number.isNaN(median)) return { least: median, most: median }
  return Number.isNaN(min + max) ? undefined : { least: min, most: max }
}
