/** The signatures once more, by another library from the ground up: hashing, encoding and recovery are viem's. */
import {
  encodeAbiParameters,
  type Hex,
  hashMessage,
  keccak256,
  parseAbiParameters,
  recoverAddress,
  toBytes,
  zeroHash,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { NETWORKS } from '../../src/catalogue/networks.js'
import { DEVELOPMENT_SIGNERS } from '../../src/oracle/keys.js'
import { ask, sessionAt } from '../support/ask.js'
import { catalogue } from '../support/prices.js'

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

const FIELDS = parseAbiParameters(
  'bytes32, uint256, uint256, uint256, bytes32, address, bytes32, uint256, uint256, uint256',
)

function digestOf(row: Row, chainId: number, blockHash: Hex): Hex {
  const salt = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, string'), [BigInt(chainId), 'xget-oracle-v1']),
  )
  expect(row.salt).toBe(salt)
  const oracleType = keccak256(encodeAbiParameters(parseAbiParameters('string'), ['one-percent-per-minute']))
  const structHash = keccak256(
    encodeAbiParameters(FIELDS, [
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

test.each(NETWORKS.flatMap((network) => [[network, 'full'] as const, [network, 'compacted'] as const]))(
  'viem recovers the signer of %s in %s format',
  async (network, priceFormat) => {
    const session = await sessionAt(Date.parse('2026-03-01T12:34:56Z'), { priceFormat })
    const { signedPrices } = await ask<{ signedPrices: Row[] }>(session, network, 'signed-prices')
    const { privateKey, address } = DEVELOPMENT_SIGNERS[network]
    expect(privateKeyToAddress(privateKey)).toBe(address)
    for (const row of signedPrices.slice(0, 20)) {
      const { chainId } = catalogue.networks[network]
      const [hash, hashWithout] = [digestOf(row, chainId, row.maxBlockHash), digestOf(row, chainId, zeroHash)]
      expect(await recoverAddress({ hash, signature: row.signature })).toBe(row.signer)
      expect(await recoverAddress({ hash: hashWithout, signature: row.signatureWithoutBlockHash })).toBe(
        row.signer,
      )
      expect(row.signer).toBe(address)
    }
  },
)
