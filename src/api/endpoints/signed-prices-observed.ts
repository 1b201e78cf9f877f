/** Signed prices as the live service sends them: documented fields are null, and a report takes their place. */
import * as z from '../../kit/zod.js'
import type { World } from '../../market/world/types.js'
import { address, bytes, isoTime, maxPrice, minPrice, name, plainDigits, seconds } from './values.js'

export const observedSignedPrice = () =>
  z.strictObject({
    id: plainDigits,
    minBlockNumber: z.null(),
    minBlockHash: z.null(),
    oracleDecimals: z.null(),
    tokenSymbol: name,
    tokenAddress: address,
    minPrice: z.null(),
    maxPrice: z.null(),
    signer: z.null(),
    signature: z.null(),
    signatureWithoutBlockHash: z.null(),
    createdAt: isoTime,
    minBlockTimestamp: seconds,
    oracleKeeperKey: z.literal('realtimeFeed'),
    maxBlockTimestamp: seconds,
    maxBlockNumber: z.null(),
    maxBlockHash: z.null(),
    maxPriceFull: maxPrice,
    minPriceFull: minPrice,
    oracleKeeperRecordId: z.null(),
    oracleKeeperFetchType: z.literal('ws'),
    oracleType: z.literal('realtimeFeed2'),
    blob: bytes,
    isValid: z.literal(true),
    invalidReason: z.null(),
    marketStatus: z.literal(2),
    feedVersion: z.literal('v3'),
    stalenessSeconds: z.null(),
  })

/** More than a network has tokens, so that ids of two seconds never collide. */
const IDS_PER_SECOND = 10_000

export interface SignedPricesFacts {
  readonly world: World
  readonly asOfMs: number
  readonly atSeconds: number
}

export function renderObserved({ world, asOfMs, atSeconds }: SignedPricesFacts) {
  const blobs = world.reports(atSeconds)
  const createdAt = new Date(asOfMs).toISOString()
  return world.quotes(atSeconds, 'full').map(({ token, min, max }, index) => ({
    id: String(atSeconds * IDS_PER_SECOND + index),
    minBlockNumber: null,
    minBlockHash: null,
    oracleDecimals: null,
    tokenSymbol: token.symbol,
    tokenAddress: token.address,
    minPrice: null,
    maxPrice: null,
    signer: null,
    signature: null,
    signatureWithoutBlockHash: null,
    createdAt,
    minBlockTimestamp: atSeconds,
    oracleKeeperKey: 'realtimeFeed',
    maxBlockTimestamp: atSeconds,
    maxBlockNumber: null,
    maxBlockHash: null,
    maxPriceFull: max,
    minPriceFull: min,
    oracleKeeperRecordId: null,
    oracleKeeperFetchType: 'ws',
    oracleType: 'realtimeFeed2',
    blob: blobs[index],
    isValid: true,
    invalidReason: null,
    marketStatus: 2,
    feedVersion: 'v3',
    stalenessSeconds: null,
  }))
}
