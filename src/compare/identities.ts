/** What must hold between the values of one source, whatever they are. What is not told, or is no number, breaks nothing. */
import type { Difference } from './difference.js'
import { named } from './difference.js'
import type { Lists, Row } from './lists.js'
import { snapshotsOf } from './lists.js'
import { CANDLE_SECONDS } from './questions.js'
import { bigOf, isOrdered, isWhole, secondsOf } from './values.js'

export function identityDifferences(lists: Lists): Difference[] {
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
  return found
}

const SECONDS_A_YEAR = 31_536_000

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
