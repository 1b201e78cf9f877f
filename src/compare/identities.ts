/** Laws of one source: invariants within its replies and between those of one time. Missing or non-numeric values break none. */

import { pairsOf } from '../kit/maps.js'
import { fractionDigits } from '../kit/numbers/decimal.js'
import { maxOf, median } from '../kit/numbers/lists.js'
import { type Lists, listsIn, snapshotsOf } from './lists.js'
import { CANDLE_SECONDS, type ComparedAnswer } from './observations.js'
import { type Differences, difference, type Findings, nameList } from './report.js'
import type { SourceReply } from './source.js'
import { bigOf, isOrdered, isWhole, type JsonRow, priceOf, secondsOf } from './values.js'

export function* identityDifferences(lists: Lists): Differences {
  const order = ['tokenSymbol', 'not min <= median <= max', 'in this order', isWhole] as const
  yield* brokenRows('tickers', lists.tickers, ...order)
  yield* brokenRows('signed-prices', lists.signedPrices, ...order)
  yield* candleLaws(lists)
  for (const key of ['netRateLong', 'netRateShort']) {
    const isSum = (row: JsonRow) => isNet(row, key, 1n)
    const isDifference = (row: JsonRow) => snapshotsOf(row).every((snapshot) => isNet(snapshot, key, -1n))
    const sum = ['name', 'not funding + borrowing', 'their sum', isSum] as const
    const rest = ['marketAddress', 'not funding - borrowing', 'their difference', isDifference] as const
    yield* brokenRows(`markets-info ${key}`, lists.marketsInfo, ...sum)
    yield* brokenRows(`rates ${key}`, lists.rates, ...rest)
  }
  yield* rateScale(lists)
}

function* brokenRows(
  where: string,
  rows: readonly JsonRow[],
  key: string,
  law: string,
  ours: string,
  isKept: (row: JsonRow) => boolean,
): Differences {
  const names = rows.filter((row) => !isKept(row)).map((row) => String(row[key]))
  if (names.length > 0) yield difference('identity', where, `${law}: ${nameList(names)}`, ours)
}

function* candleLaws({ candles }: Lists): Differences {
  const wrong = candles.filter(
    ([, open, high, low, close]) => !isOrdered([low, open, high]) || !isOrdered([low, close, high]),
  )
  const steps = pairsOf(candles).map(([[before], [time]]) => Math.abs(secondsOf(before) - secondsOf(time)))
  const outside = `${wrong.length} rows whose open or close is not from low to high`
  if (wrong.length > 0) yield difference('identity', 'candles', outside, 'within')
  if (steps.some((step) => !Number.isNaN(step) && step !== CANDLE_SECONDS))
    yield difference('identity', 'candles', 'times that are not a period apart', `each ${CANDLE_SECONDS} s`)
}

function isNet(row: JsonRow, key: string, sign: bigint): boolean {
  const [net, funding, borrowing] = ['net', 'funding', 'borrowing'].map((name) =>
    bigOf(row[key.replace('net', name)]),
  )
  const isKnown = net !== undefined && funding !== undefined && borrowing !== undefined
  return !isKnown || net === funding + sign * borrowing
}

const SECONDS_A_YEAR = 31_536_000

/** Compares borrowing per second times a year with the annual rate of markets-info: the median ratio of all markets. */
function* rateScale({ rates, marketsInfo }: Lists): Differences {
  const infos = new Map(marketsInfo.map((row) => [String(row['marketToken']).toLowerCase(), row]))
  const ratios = rates.flatMap((row) => {
    const annual = Number(infos.get(String(row['marketAddress']).toLowerCase())?.['borrowingRateLong'])
    const perSecond = Number(snapshotsOf(row)[0]?.['borrowingRateLong'])
    return annual > 0 && perSecond > 0 ? [(perSecond * SECONDS_A_YEAR) / annual] : []
  })
  const scale = ratios.length === 0 ? 1 : median(ratios)
  const theirs = `a year of borrowing is ${scale.toPrecision(2)} times the annual rate`
  if (scale < 0.1 || scale > 10)
    yield difference('identity', 'rates against markets-info', theirs, 'about once')
}

export function* sameTimeDifferences(observed: ComparedAnswer, lists: Lists): Findings {
  const tickers = repliesOf(observed, 'tickers', 'tickers', ['timestamp', 'updatedAt'])
  const signed = repliesOf(observed, 'signed-prices', 'signedPrices', ['createdAt'])
  const found = [
    ...(signed.length > 0 ? signedAgainstTickers(signed, tickers) : []),
    ...(lists.candles.length > 0 ? candlesAgainstTickers(observed, lists, tickers) : []),
  ]
  yield* lists.tickers.length > 0 ? found : found.filter((one) => typeof one !== 'string')
}

type TimedReply = ReturnType<typeof repliesOf>[number]

function repliesOf(
  { answers, samples }: ComparedAnswer,
  id: 'tickers' | 'signed-prices',
  list: 'tickers' | 'signedPrices',
  timeKeys: readonly string[],
) {
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
  const usd = (which: string) => Number(priceOf(ticker, which) ?? Number.NaN) / unit
  const [min, median, max] = [usd('min'), usd('median'), usd('max')]
  if (!isWhole(ticker)) return undefined
  if (!Number.isNaN(median)) return { least: median, most: median }
  return Number.isNaN(min + max) ? undefined : { least: min, most: max }
}
