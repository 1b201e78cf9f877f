import { expect, test } from 'vitest'
import { ask, sessionAt } from '../../support/ask.js'
import { catalogue } from '../../support/prices.js'
import { load } from '../../support/scenario.js'

interface WireGlvs {
  glvs: { name: string; markets: { balance: string; balanceUsd: string; share: string }[] }[]
}

const AT = Date.parse('2026-03-01T12:00:00Z')

test('at prices of next to nothing, shares still add up to 1', async () => {
  const session = await sessionAt(AT)
  const least = (asset: string) => {
    const decimals = catalogue.assets.get(asset)?.priceDecimals ?? 0
    return [asset, { points: { '0s': (10 ** -decimals).toFixed(decimals) } }]
  }
  load(session, { prices: Object.fromEntries(['ETH', 'BTC', 'USDC', 'AVAX'].map(least)) })
  for (const network of ['arbitrum', 'avalanche'] as const) {
    const { glvs } = await ask<WireGlvs>(session, network, 'glvs-info')
    for (const { markets } of glvs) {
      if (markets.length === 0) continue
      expect(markets.reduce((sum, { share }) => sum + BigInt(share), 0n)).toBe(10n ** 30n)
      for (const { balance, balanceUsd } of markets) {
        expect(BigInt(balance)).toBeGreaterThan(0n)
        expect(BigInt(balanceUsd)).toBeLessThan(10n ** 36n)
      }
    }
    expect(JSON.stringify(await ask(session, network, 'apy'))).not.toContain('null')
    expect(JSON.stringify(await ask(session, network, 'performance-annualized'))).not.toContain('NaN')
  }
})

test.each([
  ['documented', { 'GLV [ETH-USDC]': 59, 'GLV [USDG-USDG]': 0, 'GLV [WBTC.b-USDC]': 48 }, [20, 90]],
  ['observed', { 'GLV [ETH-USDC]': 54, 'GLV [USDG-USDG]': 3, 'GLV [WBTC.b-USDC]': 40 }, [8, 30]],
] as const)('%s: markets and sizes of the vaults, in millions', async (dialect, counts, [least, most]) => {
  const { glvs } = await ask<WireGlvs>(await sessionAt(AT, { dialect }), 'arbitrum', 'glvs-info')
  expect(Object.fromEntries(glvs.map(({ name, markets }) => [name, markets.length]))).toEqual(counts)
  for (const { name, markets } of glvs) {
    if (name === 'GLV [USDG-USDG]') continue
    const usd = markets.reduce((sum, { balanceUsd }) => sum + Number(balanceUsd) / 1e36, 0)
    expect([name, usd > least, usd < most]).toEqual([name, true, true])
  }
})
