/** Invariants within the replies of one source. Missing or non-numeric values break none. */
import { pairsOf } from '../../kit/maps.js'
import { type Differences, difference, nameList } from './difference.js'
import { type Lists, snapshotsOf } from './lists.js'
import { CANDLE_SECONDS } from './observations.js'
import { bigOf, isOrdered, isWhole, type JsonRow, secondsOf } from './values.js'

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
  const scale = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1
  const theirs = `a year of borrowing is ${scale.toPrecision(2)} times the annual rate`
  if (scale < 0.1 || scale > 10)
    yield difference('identity', 'rates against markets-info', theirs, 'about once')
}
