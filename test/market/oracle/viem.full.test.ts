/** The signatures once more, by another library from the ground up: hashing, encoding and recovery are viem's. */
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { ask, sessionAt } from '../../support/ask.js'
import { installed } from '../../support/installed.js'
import { catalogue } from '../../support/prices.js'

type Hex = `0x${string}`

/** Part of viem that is used here. */
interface Viem {
  encodeAbiParameters(parameters: readonly unknown[], values: readonly unknown[]): Hex
  hashMessage(message: { raw: Uint8Array }): Hex
  keccak256(value: Hex): Hex
  parseAbiParameters(text: string): readonly unknown[]
  recoverAddress(signed: { hash: Hex; signature: Hex }): Promise<Hex>
  toBytes(value: Hex): Uint8Array
  zeroHash: Hex
}

/** Untyped where it comes from, as the compiler must do without it. */
const require = createRequire(new URL('../../installs/viem/package.json', import.meta.url))

interface Row {
  tokenAddress: Hex
  minPrice: string
  maxPrice: string
  oracleDecimals: number
  signer: Hex
  signature: Hex
  signatureWithoutBlockHash: Hex
  salt: Hex
  minBlockNumber: number
  minBlockTimestamp: number
  maxBlockNumber: number
  maxBlockHash: Hex
}

const FIELDS = 'bytes32, uint256, uint256, uint256, bytes32, address, bytes32, uint256, uint256, uint256'

function digestOf(viem: Viem, row: Row, chainId: number, blockHash: Hex): Hex {
  const { encodeAbiParameters, hashMessage, keccak256, parseAbiParameters, toBytes } = viem
  const salt = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, string'), [BigInt(chainId), 'xget-oracle-v1']),
  )
  expect(row.salt).toBe(salt)
  const oracleType = keccak256(encodeAbiParameters(parseAbiParameters('string'), ['one-percent-per-minute']))
  const structHash = keccak256(
    encodeAbiParameters(parseAbiParameters(FIELDS), [
      salt,
      BigInt(row.minBlockNumber),
      BigInt(row.maxBlockNumber),
      BigInt(row.minBlockTimestamp),
      blockHash,
      row.tokenAddress,
      oracleType,
      10n ** BigInt(row.oracleDecimals),
      BigInt(row.minPrice),
      BigInt(row.maxPrice),
    ]),
  )
  return hashMessage({ raw: toBytes(structHash) })
}

describe.skipIf(!installed('viem'))('viem', () => {
  test.each(NETWORKS.flatMap((network) => [[network, 'full'] as const, [network, 'compacted'] as const]))(
    'recovers the signer of %s in %s format',
    async (network, priceFormat) => {
      const viem: Viem = require('viem')
      const { privateKeyToAddress } = require('viem/accounts')
      const { recoverAddress, zeroHash } = viem
      const session = await sessionAt(Date.parse('2026-03-01T12:34:56Z'), { priceFormat })
      const { signedPrices } = await ask<{ signedPrices: Row[] }>(session, network, 'signed-prices')
      const { privateKey, address } = catalogue.networks[network].signer
      expect(privateKeyToAddress(privateKey)).toBe(address)
      for (const row of signedPrices.slice(0, 20)) {
        const { chainId } = catalogue.networks[network]
        const [hash, hashWithout] = [row.maxBlockHash, zeroHash].map((blockHash) =>
          digestOf(viem, row, chainId, blockHash),
        )
        expect(await recoverAddress({ hash, signature: row.signature })).toBe(row.signer)
        expect(await recoverAddress({ hash: hashWithout, signature: row.signatureWithoutBlockHash })).toBe(
          row.signer,
        )
        expect(row.signer).toBe(address)
      }
    },
  )
})
