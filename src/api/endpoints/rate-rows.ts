/** Rates of markets, as the reads of both generations write them. */
import * as z from '../../kit/zod.js'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { RATE_PERIODS, type RatePeriod } from '../../market/liquidity/rate-periods.js'
import type { RatesSnapshot } from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { listChunks } from './chunks.js'
import { anyText, oneOf } from './formats.js'
import { digits, keyAddress, seconds, series, signedDigits } from './values.js'

/** For all markets, hourly rates would be replies of hundreds of MB: these periods default to daily averages. */
const LONG_PERIODS: readonly RatePeriod[] = ['90d', '180d', '1y', 'total']

export interface RatesOfMarket {
  readonly market: CatalogueMarket
  readonly snapshots: () => Iterable<RatesSnapshot>
}

const snapshotSchema = () =>
  z.strictObject({
    netRateLong: signedDigits,
    netRateShort: signedDigits,
    fundingRateLong: signedDigits,
    fundingRateShort: signedDigits,
    borrowingRateLong: digits,
    borrowingRateShort: digits,
    timestamp: seconds,
  })

function renderSnapshot({ net, funding, borrowing, atSeconds }: RatesSnapshot) {
  return {
    netRateLong: String(net.long),
    netRateShort: String(net.short),
    fundingRateLong: String(funding.long),
    fundingRateShort: String(funding.short),
    borrowingRateLong: String(borrowing.long),
    borrowingRateShort: String(borrowing.short),
    timestamp: atSeconds,
  }
}

/** The case of an address is only a checksum. */
const marketsAt = (world: World, wanted: string | undefined): readonly CatalogueMarket[] =>
  wanted === undefined
    ? world.network.markets
    : world.network.markets.filter(({ marketToken }) => marketToken.toLowerCase() === wanted.toLowerCase())

export const ratePeriod = {
  format: oneOf(RATE_PERIODS),
  default: '30d',
  about: 'how far back (default: 30d)',
  example: '7d',
} as const

export const rateAddress = {
  format: anyText,
  about: 'one market, by its market token (default: all)',
  check: (wanted: string, world: World) =>
    marketsAt(world, wanted).length > 0 ? undefined : 'is not a market of this network, see /markets',
}

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
  return marketsAt(world, address).map((market) => ({
    market,
    snapshots: () => world.markets.ratesOf(market, Math.floor(asOfMs / 1000), period, average),
  }))
}

export const ratesRepresentation = {
  schema: () =>
    z.array(
      z
        .strictObject({ marketAddress: keyAddress, ratesSnapshots: series(snapshotSchema()) })
        .meta({ tsName: 'MarketRates' }),
    ),
  render: (all: readonly RatesOfMarket[]) =>
    all.map(({ market, snapshots }) => ({
      marketAddress: market.marketToken,
      ratesSnapshots: Array.from(snapshots(), renderSnapshot),
    })),
  *chunks(all: readonly RatesOfMarket[]): Generator<readonly Buffer[]> {
    let before = '['
    for (const { market, snapshots } of all) {
      const head = `${before}{"marketAddress":"${market.marketToken}","ratesSnapshots":[`
      yield* listChunks(snapshots(), renderSnapshot, head, ']}')
      before = ','
    }
    yield [Buffer.from(']')]
  },
}
