import * as z from 'zod'
import type { SignedPrice } from '../oracle/signed-prices.js'
import { defineEndpoint } from './define.js'
import { address, bytes, digits, seconds } from './wire.js'

interface SignedPricesFacts {
  readonly prices: readonly SignedPrice[]
  readonly asOfMs: number
}

/** The index of the one oracle type that the contracts know. */
const TOKEN_ORACLE_TYPE = 0

const documentedPrice = z.strictObject({
  tokenSymbol: z.string(),
  tokenAddress: address,
  minPrice: digits,
  maxPrice: digits,
  medianPrice: digits,
  oracleDecimals: z.number().int().nonnegative(),
  signer: address,
  signature: bytes,
  signatureWithoutBlockHash: bytes,
  tokenOracleType: z.literal(TOKEN_ORACLE_TYPE),
  salt: bytes,
  minBlockNumber: z.number().int(),
  minBlockTimestamp: seconds,
  minBlockHash: bytes,
  maxBlockNumber: z.number().int(),
  maxBlockTimestamp: seconds,
  maxBlockHash: bytes,
  createdAt: z.number(),
})

export const signedPrices = defineEndpoint({
  id: 'signed-prices',
  path: '/signed_prices/latest',
  about: 'latest prices with the signatures for on-chain use',
  params: {},
  windowMs: () => 1000,
  timeoutMs: 10_000,
  facts: async (world, asOfMs): Promise<SignedPricesFacts> => ({
    prices: await world.signedPrices(Math.floor(asOfMs / 1000)),
    asOfMs,
  }),
  dialects: {
    documented: {
      schema: z.strictObject({ signedPrices: z.array(documentedPrice) }),
      render: ({ prices, asOfMs }) => ({
        signedPrices: prices.map((price) => ({
          tokenSymbol: price.token.symbol,
          tokenAddress: price.token.address,
          minPrice: price.min,
          maxPrice: price.max,
          medianPrice: price.median,
          oracleDecimals: price.oracleDecimals,
          signer: price.signer,
          signature: price.signature,
          signatureWithoutBlockHash: price.signatureWithoutBlockHash,
          tokenOracleType: TOKEN_ORACLE_TYPE,
          salt: price.salt,
          minBlockNumber: price.minBlock.number,
          minBlockTimestamp: price.minBlock.timestampSeconds,
          minBlockHash: price.minBlock.hash,
          maxBlockNumber: price.maxBlock.number,
          maxBlockTimestamp: price.maxBlock.timestampSeconds,
          maxBlockHash: price.maxBlock.hash,
          createdAt: asOfMs / 1000,
        })),
      }),
    },
  },
})
