/** Reuse in catalogue files: merge keys, and keys that begin with x- for anchors. */
import { expect, test } from 'vitest'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'

const TOKEN = 'symbol: AAA, address: "0x00000000000000000000000000000000000000a1", price: 2'

test('a token takes keys from a place for anchors, whose problems are at the mapping that takes them', async () => {
  const text = (decimals: number) => `
x-defaults: &defaults { decimals: ${decimals}, stable: true }
arbitrum:
  tokens:
    - { <<: *defaults, ${TOKEN} }`
  const { networks } = await loadOverlays([text(8)])
  expect(networks.arbitrum.tokens.find(({ symbol }) => symbol === 'AAA')).toMatchObject({ decimals: 8 })
  await expect(loadOverlays([text(99)])).rejects.toThrow(/:5:7 decimals is 99: write a number from 0 to 30/)
})
