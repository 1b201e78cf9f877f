import type { Hex } from '../../kit/numbers/hex.js'
import { keyOf } from '../../kit/random/random.js'
import type { Network, Signer } from '../catalogue/types.js'
import { createChain, type Reorg } from './chain.js'
import type { OraclePrice, SigningManner, UnsignedPrice } from './signed-price.js'
import { createPriceSigner, ZERO_HASH } from './signing.js'

/** Blocks per price, the newest included. */
const BLOCKS = 3

export interface Oracle {
  /** Signs each price when the iteration reaches it: a signature takes 0.1 ms. */
  sign(prices: readonly UnsignedPrice[], atMs: number, manner?: SigningManner): Iterable<OraclePrice>
}

export function createOracle(
  seed: string,
  network: Network,
  signer: Signer,
  reorgs: readonly Reorg[] = [],
): Oracle {
  const chain = createChain(keyOf(seed, 'chain', network.name), network.blockTimeSeconds, reorgs)
  const honest = createPriceSigner(network.chainId, signer.privateKey)
  return {
    *sign(prices, atMs, { blocksAtMs = atMs, privateKey } = {}) {
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
