import { expect, test } from 'vitest'
import { withExtraTokens } from '../../../src/market/catalogue/extra-tokens.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import type { Asset } from '../../../src/market/catalogue/types.js'

const catalogue = loadCatalogue()
const addressOf = (chainId: number, symbol: string) => `address of ${symbol} on ${chainId}`
const extra = (count: number, seed = '42') => withExtraTokens(catalogue, count, seed, addressOf)

test('extra tokens: none by default; a seed makes the same ones, whose first stay where there are more', async () => {
  expect(await extra(0)).toBe(catalogue)
  const few = await extra(10)
  expect(few).toEqual(await extra(10))
  expect(few.networks).not.toEqual((await extra(10, '11')).networks)
  const { tokens } = few.networks.arbitrum
  expect((await extra(40)).networks.arbitrum.tokens.slice(0, tokens.length)).toEqual(tokens)
})

test('extra tokens: every network gets the same symbols at its own addresses, behind the real tokens', async () => {
  const { networks, assets } = await extra(25)
  const symbols = networks.botanix.tokens.slice(-25).map(({ symbol }) => symbol)
  for (const [name, network] of Object.entries(networks)) {
    const real = catalogue.networks[name as keyof typeof networks].tokens
    expect(network.tokens.slice(0, real.length)).toEqual(real)
    expect(network.tokens.slice(real.length).map(({ symbol }) => symbol)).toEqual(symbols)
    for (const { symbol, asset, address, synthetic, priced } of network.tokens.slice(real.length)) {
      expect({ asset, synthetic, priced }).toEqual({ asset: symbol, synthetic: true, priced: true })
      expect(address).toBe(addressOf(network.chainId, symbol))
      expect(assets.has(asset)).toBe(true)
    }
  }
  expect(assets.size).toBe(catalogue.assets.size + 25)
})

test('extra tokens: 2,000 of them have symbols of their own and plausible figures', async () => {
  const { networks, assets, kinds } = await extra(2000)
  const { tokens } = networks.arbitrum
  expect(new Set(tokens.map(({ symbol }) => symbol.toUpperCase())).size).toBe(tokens.length)
  for (const { symbol, asset, decimals, oracleDecimals, spreadBps } of tokens.slice(-2000)) {
    const { priceUsd, baseQuanta, annualVolatility, loadings, stable } = assets.get(asset) as Asset
    expect(symbol).toMatch(/^[A-Z][A-Z0-9]{2,5}$/)
    expect([6, 18]).toContain(decimals)
    expect(oracleDecimals).toBeGreaterThanOrEqual(0)
    expect(priceUsd >= 1e-6 && priceUsd < 1e4).toBe(true)
    expect(Number(priceUsd.toPrecision(3))).toBe(priceUsd)
    expect(baseQuanta >= 1e6 && baseQuanta <= 5e7).toBe(true)
    expect(annualVolatility >= 0.6 && annualVolatility <= 1.2).toBe(true)
    expect(spreadBps >= 3 && spreadBps <= 20).toBe(true)
    expect({ loadings, stable }).toEqual({ loadings: kinds.get('altcoin')?.loadings, stable: false })
  }
})
