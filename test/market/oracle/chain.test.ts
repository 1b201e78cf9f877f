import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf } from '../../../src/kit/random/random.js'
import { createChain } from '../../../src/market/oracle/chain.js'
import { anySecond, catalogue } from '../../support/prices.js'

const chainOf = (seed: string, network: 'arbitrum' | 'avalanche' | 'botanix') =>
  createChain(keyOf(seed, 'chain', network), catalogue.networks[network].blockTimeSeconds)

const anyNetwork = fc.constantFrom('arbitrum', 'avalanche', 'botanix')

test('blocks never run ahead of time or fall behind by more than the block time', () => {
  fc.assert(
    fc.property(anyNetwork, anySecond, fc.nat(999), (network, second, ms) => {
      const { blockTimeSeconds } = catalogue.networks[network]
      const chain = chainOf('1', network)
      const block = chain.blockAt(second * 1000 + ms)
      expect(block.number).toBeGreaterThan(0)
      expect(block.timestampSeconds).toBeLessThanOrEqual(second)
      expect(second - block.timestampSeconds).toBeLessThanOrEqual(Math.ceil(blockTimeSeconds))
      expect(chain.block(block.number + 1, second * 1000).timestampSeconds).toBeGreaterThanOrEqual(
        block.timestampSeconds,
      )
      expect(chain.blockAt(second * 1000 + ms + blockTimeSeconds * 1000).number).toBe(block.number + 1)
    }),
  )
})

test('block hashes: 32 bytes, unique per seed, network and number, independent of query order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 34 }), (number) => {
      const chain = chainOf('1', 'arbitrum')
      const { hash } = chain.block(number, 0)
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      const others = [
        chain.block(number + 1, 0),
        chain.block(number + 2 ** 32, 0),
        chainOf('11', 'arbitrum').block(number, 0),
        chainOf('1', 'botanix').block(number, 0),
      ]
      expect(new Set([hash, ...others.map((block) => block.hash)]).size).toBe(5)
      expect(chain.block(number, 0).hash).toBe(hash)
    }),
  )
})
