/** The fixture files: the ranges of their values, and references to each other. */
import { expect, test } from 'vitest'
import { PRIMARY } from '../../../src/market/catalogue/bases.js'
import { CONTRACT_DECIMALS } from '../../../src/market/catalogue/composition.js'
import { fixtureFiles, loadCatalogue } from '../../../src/market/catalogue/load.js'
import { ZERO_ADDRESS } from '../../../src/market/catalogue/types.js'

const { kinds, assets, networks, tokens, markets, glvs } = fixtureFiles()
const NAMES = Object.keys(networks)
const built = loadCatalogue()

test('fixtures: values are in range, and addresses and keys have their lengths', () => {
  const hex = (digits: number) => new RegExp(`^0x[0-9a-fA-F]{${digits}}$`)
  const expectWithin = (value: number, least: number, most: number, name: string) => {
    expect(value, name).toBeGreaterThanOrEqual(least)
    expect(value, name).toBeLessThanOrEqual(most)
  }
  for (const [name, { priceUsd, priceDecimals, annualVolatility }] of Object.entries(assets)) {
    expectWithin(priceUsd, 1e-15, 1e9, name)
    expectWithin(priceDecimals, 0, CONTRACT_DECIMALS, name)
    expectWithin(annualVolatility, 0.0001, 5, name)
  }
  for (const [name, { signer, blockTimeSeconds, bases }] of Object.entries(networks)) {
    expectWithin(blockTimeSeconds, 0.01, 600, name)
    expect([signer.privateKey, signer.address]).toEqual([
      expect.stringMatching(hex(64)),
      expect.stringMatching(hex(40)),
    ])
    expect(Object.keys(bases)).toContain(PRIMARY)
    for (const { symbol, address, spreadBps } of tokens[name]) {
      expect(address, symbol).toMatch(hex(40))
      expectWithin(spreadBps, 0, 1000, symbol)
    }
    for (const { name: market, marketToken } of markets[name]) expect(marketToken, market).toMatch(hex(40))
    for (const { glvToken } of glvs[name]) expect(glvToken).toMatch(hex(40))
  }
})

test('fixtures: factors explain less than the whole variance of a kind', () => {
  expect(Object.keys(kinds)).toEqual(expect.arrayContaining(['stable', 'altcoin']))
  for (const { loadings } of Object.values(kinds))
    expect(Object.values(loadings).reduce((sum, loading) => sum + loading ** 2, 0)).toBeLessThan(1)
})

test('fixtures: an asset has a known kind, a price of whole quanta, and a leader that follows none', () => {
  for (const [name, { kind = 'altcoin', follows, pair: { share = 1 } = {}, ...asset }] of Object.entries(
    assets,
  )) {
    expect(kinds, name).toHaveProperty([kind])
    expect(built.assets.get(name)?.baseQuanta, name).toSatisfy(Number.isSafeInteger)
    if (follows === undefined) continue
    expect(asset.annualVolatility, name).toBeCloseTo(share * assets[follows].annualVolatility)
    expect(assets[follows].follows, name).toBeUndefined()
    expect([kind, asset.stable], name).toEqual(['altcoin', undefined])
  }
})

test.each(NAMES)(
  'fixtures: tokens and markets of %s refer to what is listed, and share no address',
  (network) => {
    const list = tokens[network]
    for (const { symbol, asset, decimals } of list) {
      expect(assets, symbol).toHaveProperty([asset])
      expect(decimals + assets[asset].priceDecimals, symbol).toBeLessThanOrEqual(CONTRACT_DECIMALS)
    }
    expect(new Set(list.map(({ symbol }) => symbol)).size).toBe(list.length)
    const addresses = list.map(({ address }) => address)
    for (const { name, indexToken, longToken, shortToken } of markets[network])
      for (const address of [longToken, shortToken, indexToken === ZERO_ADDRESS ? longToken : indexToken])
        expect(addresses, name).toContain(address)
    // Tokens include GLVs.
    for (const others of [addresses, glvs[network].map(({ glvToken }) => glvToken)]) {
      const all = markets[network].map(({ marketToken }) => marketToken).concat(others)
      expect(new Set(all.map((address) => address.toLowerCase())).size).toBe(all.length)
    }
  },
)
