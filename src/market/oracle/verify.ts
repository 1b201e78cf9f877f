/** Verification of a signed-prices reply as a contract does it. */
import { recover } from 'tiny-secp256k1'
import * as z from 'zod'
import { type Hex, parseHex, toHex } from '../../kit/numbers/hex.js'
import type { Network } from '../catalogue/types.js'
import { toChecksumAddress } from './address.js'
import { keccak256 } from './keccak.js'
import { hashPrice, saltOf, ZERO_HASH } from './signed-prices.js'

const digits = z.string().regex(/^[0-9]+$/)
const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`)) as unknown as z.ZodType<Hex>

export const signedRow = z.object({
  tokenSymbol: z.string(),
  tokenAddress: hex(20),
  minPrice: digits,
  maxPrice: digits,
  oracleDecimals: z.int().min(0).max(30),
  signer: hex(20),
  signature: hex(65),
  signatureWithoutBlockHash: hex(65),
  salt: hex(32),
  minBlockNumber: z.int().min(0),
  minBlockTimestamp: z.int().min(0),
  maxBlockNumber: z.int().min(0),
  maxBlockTimestamp: z.int().min(0),
  maxBlockHash: hex(32),
})

/** Lists the faults of a row in words; empty for one that verifies. */
export function faultsOf(row: z.output<typeof signedRow>, networks: readonly Network[]): string[] {
  const network = networks.find(({ chainId }) => toHex(saltOf(chainId)) === row.salt.toLowerCase())
  if (network === undefined) return [`its salt belongs to none of the given chains: ${row.salt}`]
  const faults: string[] = []
  const token = network.tokens.find(({ symbol }) => symbol === row.tokenSymbol)
  if (token !== undefined && token.address.toLowerCase() !== row.tokenAddress.toLowerCase())
    faults.push(`its token is ${token.address} on ${network.name}, not ${row.tokenAddress}`)
  if (BigInt(row.minPrice) > BigInt(row.maxPrice))
    faults.push(`minPrice ${row.minPrice} is above maxPrice ${row.maxPrice}`)
  if (row.minBlockNumber > row.maxBlockNumber) faults.push('its block range ends before it begins')
  if (row.minBlockTimestamp > row.maxBlockTimestamp) faults.push('its block timestamps run backwards')
  if (row.maxBlockTimestamp - row.minBlockTimestamp > MAX_RANGE_SECONDS)
    faults.push(`its block range spans more than ${MAX_RANGE_SECONDS} s`)
  const message = {
    minBlockNumber: row.minBlockNumber,
    maxBlockNumber: row.maxBlockNumber,
    oracleTimestamp: row.minBlockTimestamp,
    token: row.tokenAddress,
    oracleDecimals: row.oracleDecimals,
    minPrice: BigInt(row.minPrice),
    maxPrice: BigInt(row.maxPrice),
  }
  const salt = parseHex(row.salt, 32)
  for (const [key, blockHash] of [
    ['signature', row.maxBlockHash],
    ['signatureWithoutBlockHash', ZERO_HASH],
  ] as const)
    faults.push(...faultOfSignature(key, row[key], hashPrice(salt, { ...message, blockHash }), row.signer))
  return faults
}

/** The contracts' own limit on the age of a price. */
const MAX_RANGE_SECONDS = 300

function faultOfSignature(name: string, signature: Hex, digest: Uint8Array, signer: Hex): string[] {
  const recovered = recoverSigner(signature, digest)
  if (recovered === undefined) return [`${name} is not a signature`]
  if (recovered.toLowerCase() === signer.toLowerCase()) return []
  return [`${name} is by ${recovered}, not by ${signer}`]
}

function recoverSigner(signature: Hex, digest: Uint8Array): Hex | undefined {
  const bytes = parseHex(signature, 65)
  const recoveryId = bytes[64] - 27
  if (recoveryId !== 0 && recoveryId !== 1) return undefined
  try {
    const point = recover(digest, bytes.subarray(0, 64), recoveryId, false)
    return point === null ? undefined : toChecksumAddress(keccak256(point.subarray(1)).subarray(-20))
  } catch {
    // The library throws if r or s is out of range.
    return undefined
  }
}
