/** What must hold between the values of one source, whatever they are. What is not told, or is no number, breaks nothing. */
import type { Difference } from './difference.js'
import { named } from './difference.js'
import type { Lists, Row } from './lists.js'
import { listsIn, snapshotsOf } from './lists.js'
import type { Observed } from './observed.js'
import { CANDLE_SECONDS } from './questions.js'

export function identityDifferences({ answers, samples, symbol }: Observed, lists: Lists): Difference[] {
  const broken = (where: string, theirs: string, ours: string): Difference => ({
    kind: 'identity',
    where,
    theirs,
    ours,
  })
  const namesOf = (rows: readonly Row[], key: string) => named(rows.map((row) => String(row[key])))
  const found: Difference[] = []
  for (const [where, rows] of [
    ['tickers', lists.tickers],
    ['signed-prices', lists.signedPrices],
  ] as const) {
    const wrong = rows.filter((row) => !isWhole(row))
    if (wrong.length > 0)
      found.push(broken(where, `not min <= median <= max: ${namesOf(wrong, 'tokenSymbol')}`, 'in this order'))
  }
  const candles = lists.candles.filter(
    ([, open, high, low, close]) => !isOrdered([low, open, high]) || !isOrdered([low, close, high]),
  )
  if (candles.length > 0)
    found.push(
      broken('candles', `${candles.length} rows whose open or close is not from low to high`, 'within'),
    )
  const times = lists.candles.map(([time]) => secondsOf(time))
  const steps = times.slice(1).map((time, index) => Math.abs(times[index] - time))
  if (steps.some((step) => !Number.isNaN(step) && step !== CANDLE_SECONDS))
    found.push(broken('candles', 'times that are not a period apart', `each ${CANDLE_SECONDS} s`))
  for (const side of ['Long', 'Short']) {
    const isSum = (row: Row, sign: bigint) => {
      const [net, funding, borrowing] = ['net', 'funding', 'borrowing'].map((name) =>
        bigOf(row[`${name}Rate${side}`]),
      )
      return (
        net === undefined ||
        funding === undefined ||
        borrowing === undefined ||
        net === funding + sign * borrowing
      )
    }
    const infos = lists.marketsInfo.filter((row) => !isSum(row, 1n))
    if (infos.length > 0)
      found.push(
        broken(
          `markets-info netRate${side}`,
          `not funding + borrowing: ${namesOf(infos, 'name')}`,
          'their sum',
        ),
      )
    const rates = lists.rates.filter((row) => !snapshotsOf(row).every((snapshot) => isSum(snapshot, -1n)))
    if (rates.length > 0)
      found.push(
        broken(
          `rates netRate${side}`,
          `not funding - borrowing: ${namesOf(rates, 'marketAddress')}`,
          'their difference',
        ),
      )
  }
  const scale = rateScale(lists)
  if (scale !== undefined && (scale < 0.1 || scale > 10))
    found.push(
      broken(
        'rates against markets-info',
        `a year of borrowing is ${scale.toPrecision(2)} times the annual rate`,
        'about once',
      ),
    )
  return [...found, ...acrossPrices(answers, samples, lists, symbol, broken)]
}

const SECONDS_A_YEAR = 31_536_000
/** Between a candle and a ticker some seconds may pass, in a crash too. */
const MOST_APART = 0.25

/** Ticker, signed price and candle of one token at one time. */
function acrossPrices(
  answers: Observed['answers'],
  samples: Observed['samples'],
  lists: Lists,
  symbol: string,
  broken: (where: string, theirs: string, ours: string) => Difference,
): Difference[] {
  const found: Difference[] = []
  const tickersAt = bySecond('tickers', [answers['tickers'], ...samples.tickers], (l) => l.tickers, [
    'timestamp',
    'updatedAt',
  ])
  const signedAt = bySecond(
    'signed-prices',
    [answers['signed-prices'], ...samples['signed-prices']],
    (l) => l.signedPrices,
    ['createdAt'],
  )
  for (const [second, signed] of signedAt) {
    const tickers = new Map(tickersAt.get(second)?.map((row) => [String(row['tokenAddress']), row]))
    const wrong = signed.filter((row) => {
      const ticker = tickers.get(String(row['tokenAddress']))
      return (
        ticker !== undefined &&
        isWhole(ticker) &&
        isWhole(row) &&
        ['min', 'max'].some((key) => isOther(priceOf(row, key), priceOf(ticker, key)))
      )
    })
    if (wrong.length === 0) continue
    const names = named(wrong.map((row) => String(row['tokenSymbol'])))
    found.push(broken('signed-prices against tickers', `not the same in one second: ${names}`, 'the same'))
    break
  }
  const ticker = lists.tickers.find((row) => row['tokenSymbol'] === symbol)
  const decimals = Number(lists.tokens.find((row) => row['symbol'] === symbol)?.['decimals'])
  const digits = Number(
    ticker === undefined ? Number.NaN : (priceOf(ticker, 'median') ?? priceOf(ticker, 'min')),
  )
  const usd = digits / 10 ** (30 - decimals - Number(ticker?.['oracleDecimals'] ?? 0))
  const close = Number(lists.candles[0]?.[4])
  if (Math.abs(usd / close - 1) > MOST_APART)
    found.push(
      broken(
        'candles against tickers',
        `${symbol} closes at ${close}, its ticker says ${usd}`,
        'the same price',
      ),
    )
  return found
}

/** Whether its prices stand in order. */
function isWhole(row: Row): boolean {
  return isOrdered([priceOf(row, 'min'), priceOf(row, 'median'), priceOf(row, 'max')])
}

function isOther(a: bigint | undefined, b: bigint | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}

/** The rows that were told of each second. */
function bySecond(
  id: string,
  replies: readonly (Observed['answers'][string] | undefined)[],
  rowsOf: (lists: Lists) => readonly Row[],
  timeKeys: readonly string[],
): Map<number, readonly Row[]> {
  const found = new Map<number, readonly Row[]>()
  for (const reply of replies) {
    if (reply === undefined) continue
    const rows = rowsOf(listsIn({ [id]: reply }))
    // A clock in ms has its seconds floored; where a time in s stands beside it, that one says it.
    const time = timeKeys.map((key) => rows[0]?.[key]).find((value) => value !== undefined)
    const second = Math.floor(secondsOf(time))
    if (!Number.isNaN(second)) found.set(second, rows)
  }
  return found
}

/** What a year of borrowing costs by rates, as a part of what markets-info says: of markets in the middle. */
function rateScale({ rates, marketsInfo }: Lists): number | undefined {
  const infos = new Map(marketsInfo.map((row) => [String(row['marketToken']).toLowerCase(), row]))
  const ratios = rates.flatMap((row) => {
    const annual = Number(infos.get(String(row['marketAddress']).toLowerCase())?.['borrowingRateLong'])
    const perSecond = Number(snapshotsOf(row)[0]?.['borrowingRateLong'])
    return annual > 0 && perSecond > 0 ? [(perSecond * SECONDS_A_YEAR) / annual] : []
  })
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]
}

/** By either dialect's name. */
function priceOf(row: Row, which: string): bigint | undefined {
  return bigOf(row[`${which}Price`]) ?? bigOf(row[`${which}PriceFull`])
}

function bigOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d{1,100}$/.test(value) ? BigInt(value) : undefined
}

/** Those that are known stand in rising order. */
function isOrdered(values: readonly (bigint | number | undefined)[]): boolean {
  const known = values.filter((value) => value !== undefined && !Number.isNaN(value)) as (bigint | number)[]
  return known.every((value, index) => index === 0 || value >= known[index - 1])
}

/** A time in s, whatever it was written in. */
export function secondsOf(time: unknown): number {
  const value = typeof time === 'string' ? Date.parse(time) / 1000 : Number(time)
  return value >= 1e14 ? value / 1e6 : value >= 1e11 ? value / 1000 : value
}
