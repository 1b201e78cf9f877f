import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf } from '../../src/core/random.js'
import { createChain } from '../../src/oracle/chain.js'
import { anySecond, catalogue } from '../support/prices.js'

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
      expect(chain.block(block.number + 1).timestampSeconds).toBeGreaterThanOrEqual(block.timestampSeconds)
      expect(chain.blockAt(second * 1000 + ms + blockTimeSeconds * 1000).number).toBe(block.number + 1)
    }),
  )
})

test('numbers beyond 32 bits do not share a hash with smaller ones', () => {
  const { hash } = chainOf('1', 'arbitrum').block(7_089_465_600)
  expect(chainOf('1', 'arbitrum').block(2_555_150_815).hash).not.toBe(hash)
})

test('a hash is 32 bytes and differs by seed, network and number, in whatever order it is asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 34 }), (number) => {
      const chain = chainOf('1', 'arbitrum')
      const { hash } = chain.block(number)
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      const others = [
        chain.block(number + 1),
        chain.block(number + 2 ** 32),
        chainOf('11', 'arbitrum').block(number),
        chainOf('1', 'botanix').block(number),
      ]
      expect(new Set([hash, ...others.map((block) => block.hash)]).size).toBe(5)
      expect(chain.block(number).hash).toBe(hash)
    }),
  )
})
