/** Configuration and state of each market: markets/config, markets/values, and both as markets/info. */

import { memoised } from '../../kit/maps.js'
import * as z from '../../kit/zod.js'
import type { CatalogueMarket, CatalogueToken } from '../../market/catalogue/types.js'
import { FACTOR_NAMES, factorsOf } from '../../market/liquidity/market-factors.js'
import { bySide, GRID_SECONDS } from '../../market/liquidity/state.js'
import { DAY_SECONDS } from '../../market/price/periods.js'
import { E30, type PricedState, pricedStatesAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, listOf, rowOf } from './rows.js'
import {
  address,
  bytes,
  factorE30,
  id32,
  keyAddress,
  milliseconds,
  name,
  signedTokenAmount,
  tokenAmount,
  usdE30,
} from './values.js'

/** No market shares an inventory with another one. */
const NO_ID = [id32, () => `0x${'0'.repeat(64)}`] as const

const factors = FACTOR_NAMES.map((factor) => {
  const schema = factor.endsWith('Amount') ? tokenAmount : isUsd(factor) ? usdE30 : factorE30
  return [factor, [schema, (market: CatalogueMarket) => factorsOf(market)[factor]]] as const
})

function isUsd(factor: string): boolean {
  return /Usd|^maxOpenInterest|^maxCollateralSum/.test(factor)
}

const marketConfig = rowOf<CatalogueMarket>()(
  {
    marketTokenAddress: [keyAddress, ({ marketToken }) => marketToken],
    indexTokenAddress: [address, ({ indexToken }) => indexToken],
    longTokenAddress: [address, ({ longToken }) => longToken],
    shortTokenAddress: [address, ({ shortToken }) => shortToken],
    name,
    data: [bytes.or(z.literal('0x')), () => '0x'],
    isSameCollaterals: [z.boolean(), ({ longToken, shortToken }) => longToken === shortToken],
    isSpotOnly: [z.boolean(), ({ index }) => index === undefined],
    isDisabled: [z.boolean(), ({ isListed }) => !isListed],
    useOpenInterestInTokensForBalance: [z.boolean(), () => true],
    virtualMarketId: NO_ID,
    virtualIndexTokenId: NO_ID,
    virtualLongTokenId: NO_ID,
    virtualShortTokenId: NO_ID,
    maxLongPoolAmount: [
      tokenAmount,
      (market) => amountOf(market.long, factorsOf(market).maxLongPoolUsdForDeposit),
    ],
    maxShortPoolAmount: [
      tokenAmount,
      (market) => amountOf(market.short, factorsOf(market).maxShortPoolUsdForDeposit),
    ],
    ...Object.fromEntries(factors),
  },
  'ApiMarketConfig',
)

/** Raw units for USD x 10^30 at the catalogue's price. */
function amountOf({ baseQuanta, oracleDecimals }: CatalogueToken, usd: string): string {
  return String(BigInt(usd) / (BigInt(baseQuanta) * 10n ** BigInt(oracleDecimals)))
}

export const apiMarketsConfig = defineEndpoint({
  id: 'api-markets-config',
  generation: 2,
  path: '/v1/markets/config',
  about: 'configuration of each market',
  facts: ({ network }) => network.markets,
  documented: listOf(marketConfig),
})

/** Impact pools, as parts of the open interest and of the pool. */
const POSITION_IMPACT_PART = 1000n
const SWAP_IMPACT_PART = 10_000n

const poolValue = ({ poolAmount, long, short }: PricedState, bound: 'min' | 'max') =>
  String(poolAmount.long * long[bound] + poolAmount.short * short[bound])

/** Borrowing fees of a day. */
function totalFees({ openInterest, perSecond: { borrowing } }: PricedState): bigint {
  const { long, short } = bySide((side) => openInterest[side] * borrowing[side] * BigInt(DAY_SECONDS))
  return (long + short) / E30
}

const NONE = [tokenAmount, () => '0'] as const
const NONE_SIGNED = [signedTokenAmount, () => '0'] as const

const marketValues = rowOf<PricedState>()({
  marketTokenAddress: [keyAddress, ({ market }) => market.marketToken],
  longInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.long)],
  shortInterestUsd: [usdE30, ({ openInterest }) => String(openInterest.short)],
  longInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.long)],
  shortInterestInTokens: [tokenAmount, ({ interestInTokens }) => String(interestInTokens.short)],
  longPoolAmount: [tokenAmount, ({ poolAmount }) => String(poolAmount.long)],
  shortPoolAmount: [tokenAmount, ({ poolAmount }) => String(poolAmount.short)],
  poolValueMin: [usdE30, (state) => poolValue(state, 'min')],
  poolValueMax: [usdE30, (state) => poolValue(state, 'max')],
  totalBorrowingFees: [usdE30, (state) => String(totalFees(state))],
  positionImpactPoolAmount: [
    tokenAmount,
    ({ interestInTokens: { long, short } }) => String((long + short) / POSITION_IMPACT_PART),
  ],
  swapImpactPoolAmountLong: [tokenAmount, ({ poolAmount }) => String(poolAmount.long / SWAP_IMPACT_PART)],
  swapImpactPoolAmountShort: [tokenAmount, ({ poolAmount }) => String(poolAmount.short / SWAP_IMPACT_PART)],
  borrowingFactorPerSecondForLongs: [factorE30, ({ perSecond }) => String(perSecond.borrowing.long)],
  borrowingFactorPerSecondForShorts: [factorE30, ({ perSecond }) => String(perSecond.borrowing.short)],
  fundingFactorPerSecond: [
    factorE30,
    ({ perSecond: { funding } }) => String(funding.long > 0n ? funding.long : funding.short),
  ],
  longsPayShorts: [z.boolean(), ({ perSecond }) => perSecond.funding.long > 0n],
  virtualPoolAmountForLongToken: NONE,
  virtualPoolAmountForShortToken: NONE,
  virtualInventoryForPositions: NONE_SIGNED,
  virtualInventoryForPositionsInTokens: NONE_SIGNED,
})

const values = rowOf<PricedState>()(
  {
    ...marketValues.in((state: PricedState) => state),
    updatedAt: [milliseconds, ({ asOfMs }) => asOfMs],
  },
  'ApiMarketValues',
)

export const apiMarketsValues = defineEndpoint({
  id: 'api-markets-values',
  generation: 2,
  path: '/v1/markets/values',
  about: 'state of each market: pools, open interest and rates',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: chunkedListOf(values),
})

/** Configuration and state name the market in the same field. */
const info = rowOf<PricedState>()(
  {
    ...marketConfig.in(({ market }: PricedState) => market),
    ...marketValues.in((state: PricedState) => state),
  },
  'ApiMarketInfo',
)

/** A market's configuration as JSON, without the closing brace; it never changes. */
const configBytes = memoised((market: CatalogueMarket) =>
  Buffer.from(JSON.stringify(marketConfig.render(market)).slice(0, -1)),
)

const ROWS_PER_CHUNK = 40

/** Copies the bytes of each configuration, three quarters of the reply. */
function* chunksOf(states: Iterable<PricedState>): Generator<readonly Buffer[]> {
  let parts: Buffer[] = []
  let before = '['
  for (const state of states) {
    const { marketTokenAddress: _, ...values } = marketValues.render(state)
    parts.push(Buffer.from(before), configBytes(state.market))
    before = `,${JSON.stringify(values).slice(1)},`
    if (parts.length < 2 * ROWS_PER_CHUNK) continue
    yield parts
    parts = []
  }
  yield [...parts, Buffer.from(before === '[' ? '[]' : `${before.slice(0, -1)}]`)]
}

export const apiMarketsInfo = defineEndpoint({
  id: 'api-markets-info',
  generation: 2,
  path: '/v1/markets/info',
  about: 'configuration and state of each market',
  windowMs: () => 1000,
  gridMs: GRID_SECONDS * 1000,
  facts: pricedStatesAt,
  documented: { schema: chunkedListOf(info).schema, chunks: chunksOf },
})
