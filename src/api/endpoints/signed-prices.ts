import * as z from 'zod'
import type { OraclePrice } from '../../market/oracle/signed-price.js'
import { isResting } from '../../market/price/trading-hours.js'
import { defineEndpoint } from './define.js'
import { chunkedListOf, fixed, listOf, rowOf } from './rows.js'
import { type TickerFacts, type TickersFacts, tickersFacts } from './tickers.js'
import {
  address,
  bytes,
  fractionalSeconds,
  isoTime,
  maxPrice,
  minPrice,
  name,
  plainDigits,
  price,
  seconds,
  signatureBytes,
} from './values.js'

export const signedPrice = rowOf<OraclePrice & { readonly asOfMs: number }>()(
  {
    tokenSymbol: [name, ({ token }) => token.symbol],
    tokenAddress: [address, ({ token }) => token.address],
    minPrice: [minPrice, ({ min }) => min],
    maxPrice: [maxPrice, ({ max }) => max],
    medianPrice: [price, ({ median }) => median],
    oracleDecimals: z.number().int().nonnegative(),
    signer: address,
    signature: signatureBytes,
    signatureWithoutBlockHash: signatureBytes,
    // The only one that the contracts know.
    tokenOracleType: fixed(0),
    salt: bytes,
    minBlockNumber: [z.number().int(), ({ minBlock }) => minBlock.number],
    minBlockTimestamp: [seconds, ({ minBlock }) => minBlock.timestampSeconds],
    minBlockHash: [bytes, ({ minBlock }) => minBlock.hash],
    maxBlockNumber: [z.number().int(), ({ maxBlock }) => maxBlock.number],
    maxBlockTimestamp: [seconds, ({ maxBlock }) => maxBlock.timestampSeconds],
    maxBlockHash: [bytes, ({ maxBlock }) => maxBlock.hash],
    createdAt: [fractionalSeconds, ({ asOfMs }) => asOfMs / 1000],
  },
  'SignedPrice',
)

/** More than a network has tokens, so that ids of two seconds never collide. */
const IDS_PER_SECOND = 10_000
const NONE = [z.null(), () => null] as const

/** As the live service sends them: documented fields are null, and a report takes their place. */
const observedPrice = rowOf<TickerFacts & { readonly index: number; readonly blob: string }>()({
  id: [plainDigits, ({ atSeconds, index }) => String(atSeconds * IDS_PER_SECOND + index)],
  minBlockNumber: NONE,
  minBlockHash: NONE,
  oracleDecimals: NONE,
  tokenSymbol: [name, ({ token }) => token.symbol],
  tokenAddress: [address, ({ token }) => token.address],
  minPrice: NONE,
  maxPrice: NONE,
  signer: NONE,
  signature: NONE,
  signatureWithoutBlockHash: NONE,
  createdAt: [isoTime, ({ asOfMs }) => new Date(asOfMs).toISOString()],
  minBlockTimestamp: [seconds, ({ atSeconds }) => atSeconds],
  oracleKeeperKey: fixed('realtimeFeed'),
  maxBlockTimestamp: [seconds, ({ atSeconds }) => atSeconds],
  maxBlockNumber: NONE,
  maxBlockHash: NONE,
  maxPriceFull: [maxPrice, ({ max }) => max],
  minPriceFull: [minPrice, ({ min }) => min],
  oracleKeeperRecordId: NONE,
  oracleKeeperFetchType: fixed('ws'),
  oracleType: fixed('realtimeFeed2'),
  blob: bytes,
  isValid: fixed(true),
  invalidReason: NONE,
  // 2 is open, 1 is closed.
  marketStatus: [
    z.union([z.literal(1), z.literal(2)]),
    ({ token, atSeconds }) => (token.hours === 'weekdays' && isResting(atSeconds) ? 1 : 2),
  ],
  feedVersion: fixed('v3'),
  stalenessSeconds: NONE,
})

const documented = chunkedListOf(signedPrice, 'signedPrices')
const observed = listOf(observedPrice, 'signedPrices')

async function pricesOf({ world, asOfMs, atSeconds }: TickersFacts) {
  const prices = await world.signedPrices(atSeconds)
  return (function* () {
    for (const price of prices) yield { ...price, asOfMs }
  })()
}

export const signedPrices = defineEndpoint({
  id: 'signed-prices',
  path: '/signed_prices/latest',
  about: 'latest prices with the signatures for on-chain use',
  windowMs: () => 1000,
  timeoutMs: 10_000,
  facts: tickersFacts,
  documented: {
    schema: documented.schema,
    async *chunks(facts) {
      yield* documented.chunks(await pricesOf(facts))
    },
  },
  observed: {
    schema: observed.schema,
    render({ world, asOfMs, atSeconds }) {
      const blobs = world.reports(atSeconds)
      const quotes = world.quotes(atSeconds, 'full')
      return observed.render(
        quotes.map((quote, index) => ({ ...quote, asOfMs, atSeconds, index, blob: blobs[index]! })),
      )
    },
  },
})
