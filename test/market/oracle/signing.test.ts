import { readFileSync } from 'node:fs'
import { recover } from 'tiny-secp256k1'
import { describe, expect, test } from 'vitest'
import { type Hex, parseHex, toHex } from '../../../src/kit/numbers/hex.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { addressOfKey, syntheticTokenAddress, toChecksumAddress } from '../../../src/market/oracle/address.js'
import { keccak256 } from '../../../src/market/oracle/keccak.js'
import {
  createPriceSigner,
  oracleTypeHash,
  type PriceMessage,
  saltOf,
  ZERO_HASH,
} from '../../../src/market/oracle/signed-prices.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import { catalogue } from '../../support/prices.js'

interface Signed {
  structHash: string
  ethSignedDigest: string
  signature: string
}
interface Vectors {
  privateKey: string
  tokenOracleType: string
  salts: Record<string, string>
  vectors: {
    name: string
    chainId: number
    minBlockNumber: number
    maxBlockNumber: number
    oracleTimestamp: number
    maxBlockHash: string
    token: string
    oracleDecimals: number
    minPrice: string
    maxPrice: string
    signature: Signed
    signatureWithoutBlockHash: Signed
  }[]
}
const vectors: Vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))

const AT = 1_772_366_400

test('salt and oracle type are derived as the contracts derive them', () => {
  expect(toHex(oracleTypeHash())).toBe(vectors.tokenOracleType)
  for (const [chainId, salt] of Object.entries(vectors.salts))
    expect(toHex(saltOf(Number(chainId)))).toBe(salt)
})

describe.each(vectors.vectors)('vector $name', (vector) => {
  const signer = createPriceSigner(vector.chainId, vectors.privateKey as Hex)
  const message: PriceMessage = {
    ...vector,
    token: vector.token as Hex,
    blockHash: vector.maxBlockHash as Hex,
    minPrice: BigInt(vector.minPrice),
    maxPrice: BigInt(vector.maxPrice),
  }
  test.each([
    ['with the block hash', message, vector.signature],
    ['without', { ...message, blockHash: ZERO_HASH }, vector.signatureWithoutBlockHash],
  ] as const)('%s', (_name, given, wanted) => {
    const { structHash, digest } = signer.hash(given)
    expect(toHex(structHash)).toBe(wanted.structHash)
    expect(toHex(digest)).toBe(wanted.ethSignedDigest)
    expect(signer.sign(given)).toBe(wanted.signature)
  })
})

test.each(NETWORKS)('signer and synthetic tokens of %s have the addresses that are derived', (network) => {
  const { chainId, tokens, signer } = catalogue.networks[network]
  expect(addressOfKey(signer.privateKey)).toBe(signer.address)
  for (const { symbol, address } of tokens.filter((token) => token.synthetic))
    expect(address, `write the derived address of ${symbol}`).toBe(syntheticTokenAddress(chainId, symbol))
})

test('every address of the catalogue carries its checksum', () => {
  for (const { tokens, markets } of Object.values(catalogue.networks)) {
    const all = [...tokens.map(({ address }) => address), ...markets.map(({ marketToken }) => marketToken)]
    for (const address of all) expect(toChecksumAddress(parseHex(address, 20))).toBe(address)
  }
})

test.each([
  ['full', 'avalanche'],
  ['compacted', 'botanix'],
] as const)('%s: both signatures of every row of %s recover to its signer', async (priceFormat, name) => {
  const world = createWorlds({ seed: '42', catalogue, priceFormat })(name)
  const { chainId, signer } = world.network
  const { hash } = createPriceSigner(chainId, signer.privateKey)
  const rows = [...(await world.signedPrices(AT))]
  expect(rows.length).toBe(world.quotes(AT).length)
  for (const row of rows) {
    const message: PriceMessage = {
      minBlockNumber: row.minBlock.number,
      maxBlockNumber: row.maxBlock.number,
      oracleTimestamp: row.minBlock.timestampSeconds,
      blockHash: row.maxBlock.hash as Hex,
      token: row.token.address as Hex,
      oracleDecimals: row.oracleDecimals,
      minPrice: BigInt(row.min),
      maxPrice: BigInt(row.max),
    }
    const signers = [
      recovered(hash(message).digest, row.signature),
      recovered(hash({ ...message, blockHash: ZERO_HASH }).digest, row.signatureWithoutBlockHash),
    ]
    expect([row.signer, ...signers]).toEqual([signer.address, signer.address, signer.address])
    expect(AT - row.minBlock.timestampSeconds).toBeLessThan(300)
    expect(row.maxBlock.timestampSeconds).toBeLessThanOrEqual(AT)
  }
})

function recovered(digest: Uint8Array, signature: Hex): Hex {
  const bytes = parseHex(signature, 65)
  const point = recover(digest, bytes.slice(0, 64), (bytes[64] - 27) as 0 | 1, false)
  if (point === null) throw new Error('no point')
  return toChecksumAddress(keccak256(point.slice(1)).slice(-20))
}
