import * as z from '../../kit/zod.js'
import type { OraclePrice } from '../../market/oracle/signed-price.js'
import { listChunks } from './chunks.js'
import { defineEndpoint } from './define.js'
import { observedSignedPrice, renderObserved, type SignedPricesFacts } from './signed-prices-observed.js'
import {
  address,
  bytes,
  fractionalSeconds,
  maxPrice,
  minPrice,
  name,
  price,
  seconds,
  signatureBytes,
} from './values.js'

/** The only oracle type that the contracts know. */
const TOKEN_ORACLE_TYPE = 0

const documentedSignedPrice = () =>
  z
    .strictObject({
      tokenSymbol: name,
      tokenAddress: address,
      minPrice,
      maxPrice,
      medianPrice: price,
      oracleDecimals: z.number().int().nonnegative(),
      signer: address,
      signature: signatureBytes,
      signatureWithoutBlockHash: signatureBytes,
      tokenOracleType: z.literal(TOKEN_ORACLE_TYPE),
      salt: bytes,
      minBlockNumber: z.number().int(),
      minBlockTimestamp: seconds,
      minBlockHash: bytes,
      maxBlockNumber: z.number().int(),
      maxBlockTimestamp: seconds,
      maxBlockHash: bytes,
      createdAt: fractionalSeconds,
    })
    .meta({ tsName: 'SignedPrice' })

export function renderSignedPrice(price: OraclePrice, asOfMs: number) {
  return {
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
  }
}

export const signedPrices = defineEndpoint({
  id: 'signed-prices',
  path: '/signed_prices/latest',
  about: 'latest prices with the signatures for on-chain use',
  params: {},
  windowMs: () => 1000,
  timeoutMs: 10_000,
  facts: (world, asOfMs): SignedPricesFacts => ({ world, asOfMs, atSeconds: Math.floor(asOfMs / 1000) }),
  dialects: {
    documented: {
      schema: () => z.strictObject({ signedPrices: z.array(documentedSignedPrice()) }),
      render: async ({ world, asOfMs, atSeconds }) => ({
        signedPrices: Array.from(await world.signedPrices(atSeconds), (price) =>
          renderSignedPrice(price, asOfMs),
        ),
      }),
      async *chunks({ world, asOfMs, atSeconds }) {
        const prices = await world.signedPrices(atSeconds)
        const render = (price: OraclePrice) => renderSignedPrice(price, asOfMs)
        yield* listChunks(prices, render, '{"signedPrices":[', ']}')
      },
    },
    observed: {
      schema: () => z.strictObject({ signedPrices: z.array(observedSignedPrice()) }),
      render: (facts) => ({ signedPrices: renderObserved(facts) }),
    },
  },
})
