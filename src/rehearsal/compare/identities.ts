/** Invariants within the replies of one source. Missing or non-numeric values break none. */
import { type Difference, differenceUnless, nameList } from './difference.js'
import { type Lists, snapshotsOf } from './lists.js'
import { CANDLE_SECONDS } from './requests.js'
import { bigOf, isOrdered, isWhole, type JsonRow, secondsOf } from './values.js'

export function identityDifferences(lists: Lists): Difference[] {
  return [
    ...priceOrder('tickers', lists.tickers),
    ...priceOrder('signed-prices', lists.signedPrices),
    ...candleLaws(lists),
    ...['Long', 'Short'].flatMap((side) => netRates(lists, side)),
    ...rateScale(lists),
  ]
}

function broken(
  where: string,
  rows: readonly JsonRow[],
  key: string,
  law: string,
  ours: string,
): Difference[] {
  const theirs = `${law}: ${nameList(rows.map((row) => String(row[key])))}`
  return differenceUnless(rows.length === 0, 'identity', where, theirs, ours)
}

function priceOrder(where: string, rows: readonly JsonRow[]): Difference[] {
  const wrong = rows.filter((row) => !isWhole(row))
  return broken(where, wrong, 'tokenSymbol', 'not min <= median <= max', 'in this order')
}

function candleLaws({ candles }: Lists): Difference[] {
  const wrong = candles.filter(
    ([, open, high, low, close]) => !isOrdered([low, open, high]) || !isOrdered([low, close, high]),
  )
  const times = candles.map(([time]) => secondsOf(time))
  const steps = times.slice(1).map((time, index) => Math.abs(times[index] - time))
  const isOffGrid = steps.some((step) => !Number.isNaN(step) && step !== CANDLE_SECONDS)
  const outside = `${wrong.length} rows whose open or close is not from low to high`
  const offGrid = 'times that are not a period apart'
  return [
    ...differenceUnless(wrong.length === 0, 'identity', 'candles', outside, 'within'),
    ...differenceUnless(!isOffGrid, 'identity', 'candles', offGrid, `each ${CANDLE_SECONDS} s`),
  ]
}

function netRates({ marketsInfo, rates }: Lists, side: string): Difference[] {
  const isNet = (row: JsonRow, sign: bigint) => {
    const [net, funding, borrowing] = ['net', 'funding', 'borrowing'].map((name) =>
      bigOf(row[`${name}Rate${side}`]),
    )
    const isKnown = net !== undefined && funding !== undefined && borrowing !== undefined
    return !isKnown || net === funding + sign * borrowing
  }
  const key = `netRate${side}`
  const infos = marketsInfo.filter((row) => !isNet(row, 1n))
  const rows = rates.filter((row) => !snapshotsOf(row).every((snapshot) => isNet(snapshot, -1n)))
  return [
    ...broken(`markets-info ${key}`, infos, 'name', 'not funding + borrowing', 'their sum'),
    ...broken(`rates ${key}`, rows, 'marketAddress', 'not funding - borrowing', 'their difference'),
  ]
}

const SECONDS_A_YEAR = 31_536_000

/** Compares borrowing per second times a year with the annual rate of markets-info: the median ratio of all markets. */
function rateScale({ rates, marketsInfo }: Lists): Difference[] {
  const infos = new Map(marketsInfo.map((row) => [String(row['marketToken']).toLowerCase(), row]))
  const ratios = rates.flatMap((row) => {
    const annual = Number(infos.get(String(row['marketAddress']).toLowerCase())?.['borrowingRateLong'])
    const perSecond = Number(snapshotsOf(row)[0]?.['borrowingRateLong'])
    return annual > 0 && perSecond > 0 ? [(perSecond * SECONDS_A_YEAR) / annual] : []
  })
  const scale = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1
  const theirs = `a year of borrowing is ${scale.toPrecision(2)} times the annual rate`
  const isPlausible = scale >= 0.1 && scale <= 10
  return differenceUnless(isPlausible, 'identity', 'rates against markets-info', theirs, 'about once')
}
