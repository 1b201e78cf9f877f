import { signRecoverable } from 'tiny-secp256k1'
import { type Hex, parseHex, toHex } from '../../kit/numbers/hex.js'
import { keyOf } from '../../kit/random/random.js'
import type { Network, Signer } from '../catalogue/types.js'
import { createChain, type Reorg } from './chain.js'
import { keccak256 } from './keccak.js'
import { AbiWords, abiEncode } from './report.js'
import type { OraclePrice, SigningManner, UnsignedPrice } from './signed-price.js'

/** Blocks per price, the newest included. */
const BLOCKS = 3

export function createOracle(seed: string, network: Network, signer: Signer, reorgs: readonly Reorg[] = []) {
  const chain = createChain(keyOf(seed, 'chain', network.name), network.blockTimeSeconds, reorgs)
  const honest = createPriceSigner(network.chainId, signer.privateKey)
  return {
    /** Signs each price when the iteration reaches it: a signature takes 0.1 ms. */
    *sign(
      prices: readonly UnsignedPrice[],
      atMs: number,
      { blocksAtMs = atMs, privateKey }: SigningManner = {},
    ): Generator<OraclePrice> {
      const priceSigner = privateKey === undefined ? honest : createPriceSigner(network.chainId, privateKey)
      const maxBlock = chain.blockAt(blocksAtMs)
      const minBlock = chain.block(maxBlock.number - BLOCKS + 1, blocksAtMs)
      for (const price of prices) {
        const message = {
          minBlockNumber: minBlock.number,
          maxBlockNumber: maxBlock.number,
          oracleTimestamp: minBlock.timestampSeconds,
          token: price.token.address as Hex,
          oracleDecimals: price.oracleDecimals,
          minPrice: BigInt(price.min),
          maxPrice: BigInt(price.max),
        }
        yield {
          ...price,
          signer: signer.address,
          signature: priceSigner.sign({ ...message, blockHash: maxBlock.hash as Hex }),
          signatureWithoutBlockHash: priceSigner.sign({ ...message, blockHash: ZERO_HASH }),
          salt: priceSigner.salt,
          minBlock,
          maxBlock,
        }
      }
    },
  }
}

/** Signed content of a price. Prices and decimals as on the wire. */
export interface PriceMessage {
  readonly minBlockNumber: number
  readonly maxBlockNumber: number
  readonly oracleTimestamp: number
  /** Hash of the max block, or the zero hash. */
  readonly blockHash: Hex
  readonly token: Hex
  readonly oracleDecimals: number
  readonly minPrice: bigint
  readonly maxPrice: bigint
}

export const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`

const SALT_NAME = 'xget-oracle-v1'
const ORACLE_TYPE_NAME = 'one-percent-per-minute'

export function saltOf(chainId: number): Uint8Array {
  return keccak256(abiEncode([chainId], SALT_NAME))
}

export function oracleTypeHash(): Uint8Array {
  return keccak256(abiEncode([], ORACLE_TYPE_NAME))
}

const WORDS = 10
const PREFIX = Buffer.from('\x19Ethereum Signed Message:\n32')

export function createPriceSigner(chainId: number, privateKey: Hex) {
  const key = parseHex(privateKey, 32)
  const salt = saltOf(chainId)
  const hash = createHasher(salt)
  return {
    salt: toHex(salt),
    hash,
    /** r, s and v (27 or 28), 65 bytes. */
    sign(message: PriceMessage): Hex {
      const { signature, recoveryId } = signRecoverable(hash(message).digest, key)
      return `${toHex(signature)}${(27 + recoveryId).toString(16)}`
    },
  }
}

/** Creates a hasher with one buffer for all messages of a chain; its constant words are written once. */
function createHasher(salt: Uint8Array) {
  const words = new AbiWords(new Uint8Array(WORDS * 32))
  words.setBytes(0, salt)
  words.setBytes(6, oracleTypeHash())
  const prefixed = new Uint8Array(PREFIX.length + 32)
  prefixed.set(PREFIX)
  return (message: PriceMessage) => {
    words.setUint(1, BigInt(message.minBlockNumber))
    words.setUint(2, BigInt(message.maxBlockNumber))
    words.setUint(3, BigInt(message.oracleTimestamp))
    words.setBytes(4, parseHex(message.blockHash, 32))
    words.setBytes(5, parseHex(message.token, 20))
    words.setUint(7, 10n ** BigInt(message.oracleDecimals))
    words.setUint(8, message.minPrice)
    words.setUint(9, message.maxPrice)
    const structHash = keccak256(words.bytes)
    prefixed.set(structHash, PREFIX.length)
    return { structHash, digest: keccak256(prefixed) }
  }
}

export function hashPrice(salt: Uint8Array, message: PriceMessage): Uint8Array {
  return createHasher(salt)(message).digest
}
