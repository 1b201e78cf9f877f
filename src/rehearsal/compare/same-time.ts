/** Agreement of tickers, signed prices and candles of one time. */
import { fractionDigits } from '../../kit/numbers/decimal.js'
import { difference, type Findings, nameList } from './difference.js'
import { type Lists, listsIn } from './lists.js'
import type { ComparedAnswer } from './observations.js'
import { CANDLE_SECONDS } from './requests.js'
import type { SourceReply } from './source.js'
import { isWhole, type JsonRow, priceOf, secondsOf } from './values.js'

export function sameTimeDifferences(observed: ComparedAnswer, lists: Lists): Findings {
  const tickers = repliesOf(observed, 'tickers', (found) => found.tickers, ['timestamp', 'updatedAt'])
  const signed = repliesOf(observed, 'signed-prices', (found) => found.signedPrices, ['createdAt'])
  const judged = [signedAgainstTickers(signed, tickers)]
  if (lists.candles.length > 0) judged.push(candlesAgainstTickers(observed, lists, tickers))
  return {
    differences: judged.flatMap(({ differences }) => differences),
    notes: lists.tickers.length === 0 ? [] : judged.flatMap(({ notes }) => notes),
  }
}

interface TimedReply {
  readonly second: number
  readonly rows: readonly JsonRow[]
  readonly receivedMs: number
}

function repliesOf(
  { answers, samples }: ComparedAnswer,
  id: 'tickers' | 'signed-prices',
  rowsOf: (lists: Lists) => readonly JsonRow[],
  timeKeys: readonly string[],
): TimedReply[] {
  const replies = [answers[id], ...samples[id]].filter((reply) => reply !== undefined)
  return replies.flatMap((reply) => {
    const rows = rowsOf(listsIn({ [id]: reply }))
    // Times in ms are floored; a time in s takes precedence.
    const time = timeKeys.map((key) => rows[0]?.[key]).find((value) => value !== undefined)
    const second = Math.floor(secondsOf(time))
    return Number.isNaN(second) ? [] : [{ second, rows, receivedMs: reply.receivedMs }]
  })
}

const broken = (where: string, theirs: string, ours: string): Findings => ({
  differences: [difference('identity', where, theirs, ours)],
  notes: [],
})

const unjudged = (note: string): Findings => ({ differences: [], notes: [note] })
const NO_FINDINGS: Findings = { differences: [], notes: [] }

function signedAgainstTickers(signed: readonly TimedReply[], tickers: readonly TimedReply[]): Findings {
  if (signed.length === 0) return NO_FINDINGS
  const where = 'signed-prices against tickers'
  const tickersAt = new Map(tickers.map(({ second, rows }) => [second, rows]))
  const common = signed.filter(({ second }) => tickersAt.has(second))
  for (const { second, rows } of common) {
    const ofToken = new Map(tickersAt.get(second)?.map((row) => [String(row['tokenAddress']), row]))
    const wrong = rows.filter((row) => {
      const ticker = ofToken.get(String(row['tokenAddress']))
      return ticker !== undefined && isWhole(ticker) && isWhole(row) && isOther(row, ticker)
    })
    const names = nameList(wrong.map((row) => String(row['tokenSymbol'])))
    if (wrong.length > 0) return broken(where, `not the same in one second: ${names}`, 'the same')
  }
  return common.length > 0
    ? NO_FINDINGS
    : unjudged(`${where}: not compared, as no two describe the same second`)
}

function isOther(a: JsonRow, b: JsonRow): boolean {
  return ['min', 'max'].some((key) => {
    const [one, other] = [priceOf(a, key), priceOf(b, key)]
    return one !== undefined && other !== undefined && one !== other
  })
}

/** Checks that a ticker's price is within the candle of its minute, if that candle is newer. */
function candlesAgainstTickers(
  observed: ComparedAnswer,
  lists: Lists,
  tickers: readonly TimedReply[],
): Findings {
  const where = 'candles against tickers'
  const { symbol } = observed
  const decimals = Number(lists.tokens.find((row) => row['symbol'] === symbol)?.['decimals'])
  let isCompared = false
  for (const { rows, beforeMs } of laterCandles(observed)) {
    const quantum = 10 ** -rows.flat().reduce((most, value) => Math.max(most, fractionDigits(value)), 0)
    const candleAt = new Map(rows.map((row) => [secondsOf(row[0]), row]))
    for (const { second, rows } of tickers.filter(({ receivedMs }) => receivedMs <= beforeMs)) {
      const candle = candleAt.get(Math.floor(second / CANDLE_SECONDS) * CANDLE_SECONDS)
      const ticker = rows.find((row) => row['tokenSymbol'] === symbol)
      const price = ticker === undefined ? undefined : usdOf(ticker, decimals)
      const [high, low] = [Number(candle?.[2]), Number(candle?.[3])]
      if (price === undefined || Number.isNaN(high + low)) continue
      isCompared = true
      if (price.least > high + quantum || price.most < low - quantum)
        return broken(
          where,
          `${symbol} costs ${price.least}, its candle goes from ${low} to ${high}`,
          'a price within its minute',
        )
    }
  }
  return isCompared ? NO_FINDINGS : unjudged(`${where}: not compared, as no later candles arrived`)
}

/** Candles may be cached. Once they change, they are newer than the reply before and the tickers before that. */
function laterCandles({ answers, samples }: ComparedAnswer) {
  const replies = [answers['candles'], ...samples.candles].filter(
    (reply): reply is SourceReply => reply?.status === 200,
  )
  return replies.flatMap((reply, index) => {
    const before = replies[index - 1]
    if (before === undefined || before.body === reply.body) return []
    // Tickers received before `beforeMs` are older than these candles.
    return [{ rows: listsIn({ candles: reply }).candles, beforeMs: before.sentMs }]
  })
}

/** The median price in USD, else the range from min to max. */
function usdOf(
  ticker: JsonRow,
  decimals: number,
): { readonly least: number; readonly most: number } | undefined {
  const usd = (which: string) =>
    Number(priceOf(ticker, which) ?? Number.NaN) /
    10 ** (30 - decimals - Number(ticker['oracleDecimals'] ?? 0))
  const [min, median, max] = [usd('min'), usd('median'), usd('max')]
  if (!isWhole(ticker)) return undefined
  if (!Number.isNaN(median)) return { least: median, most: median }
  return Number.isNaN(min + max) ? undefined : { least: min, most: max }
}
