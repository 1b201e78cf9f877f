import * as z from 'zod'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import {
  RATE_AVERAGES,
  RATE_PERIODS,
  type RatePeriod,
  type RatesSnapshot,
  type YieldPoint,
} from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { anyText, defineEndpoint, oneOf, param } from './define.js'
import { rowOf, textChunks } from './rows.js'
import { digits, keyAddress, seconds, series, signedDigits } from './values.js'

/** For all markets, hourly rates would be replies of hundreds of MB: these periods default to daily averages. */
const LONG_PERIODS: readonly RatePeriod[] = ['90d', '180d', '1y', 'total']

interface RatesOfMarket {
  readonly market: CatalogueMarket
  readonly snapshots: () => Iterable<RatesSnapshot | YieldPoint>
}

const snapshot = rowOf<RatesSnapshot>()({
  netRateLong: [signedDigits, ({ funding, borrowing }) => funding.long - borrowing.long],
  netRateShort: [signedDigits, ({ funding, borrowing }) => funding.short - borrowing.short],
  fundingRateLong: [signedDigits, ({ funding }) => funding.long],
  fundingRateShort: [signedDigits, ({ funding }) => funding.short],
  borrowingRateLong: [digits, ({ borrowing }) => borrowing.long],
  borrowingRateShort: [digits, ({ borrowing }) => borrowing.short],
  timestamp: [seconds, ({ atSeconds }) => atSeconds],
})

/** The case of an address is only a checksum. */
const marketsAt = (world: World, wanted: string | undefined): readonly CatalogueMarket[] =>
  wanted === undefined
    ? world.network.markets
    : world.network.markets.filter(({ marketToken }) => marketToken.toLowerCase() === wanted.toLowerCase())

export const ratePeriod = param({
  format: oneOf(RATE_PERIODS),
  default: '30d',
  about: 'how far back (default: 30d)',
  example: '7d',
})

export const rateAddress = param({
  format: anyText,
  about: 'one market, by its market token (default: all)',
  check: (wanted: string, world: World) =>
    marketsAt(world, wanted).length > 0 ? undefined : 'is not a market of this network, see /markets',
})

interface RatesQuery {
  readonly period: RatePeriod
  readonly averageBy: RatePeriod | undefined
  readonly address: string | undefined
}

export function ratesOf(
  world: World,
  asOfMs: number,
  { period, averageBy, address }: RatesQuery,
): readonly RatesOfMarket[] {
  const average = averageBy ?? (address === undefined && LONG_PERIODS.includes(period) ? '1d' : undefined)
  const ratesIn = world.markets.ratesOver(Math.floor(asOfMs / 1000), period, average)
  return marketsAt(world, address).map((market) => ({ market, snapshots: () => ratesIn(market) }))
}

const ratesOfMarket = () =>
  z
    .strictObject({ marketAddress: keyAddress, ratesSnapshots: series(snapshot.schema()) })
    .meta({ tsName: 'MarketRates' })

export const ratesRepresentation = {
  schema: () => z.array(ratesOfMarket()),
  *chunks(all: readonly RatesOfMarket[]): Generator<readonly Buffer[]> {
    let before = '['
    for (const { market, snapshots } of all) {
      const head = `${before}{"marketAddress":"${market.marketToken}","ratesSnapshots":[`
      yield* textChunks(snapshots(), snapshot.text, head, ']}')
      before = ','
    }
    yield [Buffer.from(']')]
  },
}

export const rates = defineEndpoint({
  id: 'rates',
  path: '/rates',
  aliases: ['/v1/rates'],
  about: 'hourly funding and borrowing rates, newest first',
  params: {
    period: ratePeriod,
    averageBy: param({
      format: oneOf(RATE_AVERAGES),
      about: 'averages of whole days instead of hours (always for all markets beyond 30d)',
      example: '1d',
    }),
    address: rateAddress,
  },
  windowMs: () => 3_600_000,
  gridMs: 3_600_000,
  facts: ratesOf,
  documented: ratesRepresentation,
})
