/** Effects of a catalogue file, and the absence of any other. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import type { Catalogue } from '../../../src/market/catalogue/types.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import type { CatalogueInput, TokenInput } from '../../../src/scenario/custom-catalogue/input.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { samples } from '../../support/runs.js'

const AT = 1_772_366_400
const MYT = '0x1111111111111111111111111111111111111111'
const BUILT_IN = loadCatalogue()

/** `min median max` of each token of each network. */
function pricesIn(catalogue: Catalogue, at = AT): Map<string, string> {
  const worldOf = createWorlds({ seed: '42', catalogue, priceFormat: 'full' })
  return new Map(
    Object.keys(catalogue.networks).flatMap((network) =>
      worldOf(network)
        .quotes(at)
        .map(
          ({ token, min, median, max }) => [`${network} ${token.symbol}`, `${min} ${median} ${max}`] as const,
        ),
    ),
  )
}

const BEFORE = pricesIn(BUILT_IN)
const changed = async (...tokens: TokenInput[]) => {
  const catalogue = await loadOverlays([{ arbitrum: { tokens } }])
  const after = pricesIn(catalogue)
  const moved = [...after].filter(([name, price]) => BEFORE.get(name) !== price).map(([name]) => name)
  const gone = [...BEFORE.keys()].filter((name) => !after.has(name))
  return { catalogue, after, moved, gone }
}
const usdOf = (prices: Map<string, string>, name: string, decimals: number) =>
  Number(prices.get(name)?.split(' ')[1]) / 10 ** (30 - decimals)

test('a new token: at the end, near its price, and no other price moves', async () => {
  const { catalogue, after, moved, gone } = await changed({
    symbol: 'MYT',
    address: MYT,
    decimals: 18,
    price: 1.25,
    volatility: '90%',
    spread: '0.05%',
  })
  expect([moved, gone]).toEqual([['arbitrum MYT'], []])
  expect(catalogue.networks['arbitrum'].tokens.at(-1)).toMatchObject({
    symbol: 'MYT',
    spreadBps: 5,
    priceDecimals: 7,
  })
  expect(catalogue.assets.get('MYT')).toMatchObject({ annualVolatility: 0.9, stable: false })
  expect(usdOf(after, 'arbitrum MYT', 18)).toBeGreaterThan(0.1)
  expect(usdOf(after, 'arbitrum MYT', 18)).toBeLessThan(12)
})

test('another level of a token whose asset others have: they keep theirs, it follows at the ratio', async () => {
  const { moved, gone, after, catalogue } = await changed({ symbol: 'ETH', price: 2500 })
  expect([moved, gone]).toEqual([['arbitrum ETH'], []])
  expect(catalogue.assets.get('ETH on arbitrum')?.follows).toBe('ETH')
  const ratio = usdOf(after, 'arbitrum ETH', 18) / usdOf(after, 'avalanche ETH', 18)
  expect(ratio).toBeCloseTo(2500 / 1740, 4)
})

test('another level of a follower that no other token shares: it follows on', async () => {
  const { catalogue, after, moved } = await changed({ symbol: 'wstETH', price: 5000 })
  expect(moved).toEqual(['arbitrum wstETH'])
  const [was, is] = [BUILT_IN, catalogue].map(({ assets }) => assets.get('wstETH'))
  expect([is?.follows, is?.pair]).toEqual(['ETH', was?.pair])
  const [usd, before] = [after, BEFORE].map((prices) => usdOf(prices, 'arbitrum wstETH', 18))
  expect(usd / before).toBeCloseTo(5000 / Number(was?.priceUsd), 2)
})

test('a token with its own volatility, kind, spread, stable or follows', async () => {
  const changes: TokenInput[] = [
    { symbol: 'ETH', volatility: '10%' },
    { symbol: 'APE', kind: 'meme' },
    { symbol: 'APE', spread: '1%' },
    // It has a ticker once it has a price.
    { symbol: 'OM', price: 0.5 },
  ]
  for (const change of changes) expect((await changed(change)).moved).toEqual([`arbitrum ${change.symbol}`])
  const { catalogue, moved } = await changed({ symbol: 'APT', stable: true, price: 1 })
  expect([moved, catalogue.assets.get('APT')]).toMatchObject([
    ['arbitrum APT'],
    { stable: true, annualVolatility: 0.01 },
  ])
})

test.each([
  ['ETH', ['APE', 'ETH', { symbol: 'APE', follows: 'ETH' }]],
  ['a follower', ['APE', 'wstETH', { symbol: 'APE', follows: 'wstETH' }]],
  [
    'a follower in a file below',
    ['APT', 'wstETH', { symbol: 'APE', follows: 'wstETH' }, { symbol: 'APT', follows: 'APE', price: 2 }],
  ],
] as const)(
  'a token that follows %s moves as it does, at the ratio of their prices',
  async (_what, given) => {
    const [symbol, leader, ...tokens] = given
    const catalogue = await loadOverlays(tokens.map((token) => ({ arbitrum: { tokens: [token] } })))
    const { asset } = catalogue.networks['arbitrum'].tokens.find((token) => token.symbol === symbol) ?? {}
    expect(catalogue.assets.get(asset ?? '')?.follows).toBe('ETH')
    const ratios = [0, 3600, 86_400, 864_000].map((later) => {
      const prices = pricesIn(catalogue, AT + later)
      return usdOf(prices, `arbitrum ${symbol}`, 18) / usdOf(prices, `arbitrum ${leader}`, 18)
    })
    for (const ratio of ratios) expect(ratio / ratios[0]).toBeCloseTo(1, 4)
  },
)

test('two that follow each other: the first has its own price, the second the one that it had before', async () => {
  const { catalogue } = await changed({ symbol: 'APT', follows: 'INJ' }, { symbol: 'INJ', follows: 'APT' })
  expect(catalogue.assets.get('APT')?.follows).toBe('INJ')
  expect(catalogue.assets.get('INJ on arbitrum')?.follows).toBe('INJ')
})

test('removing a token does not affect others, including later ones', async () => {
  const { moved, gone } = await changed({ symbol: 'OM', remove: true })
  expect([moved, gone]).toEqual([[], []])
  const { markets, tokens } = BUILT_IN.networks['arbitrum']
  const ape = tokens.find(({ symbol }) => symbol === 'APE')?.address
  const dead = markets.filter((market) =>
    [market.indexToken, market.longToken, market.shortToken].includes(ape ?? ''),
  )
  const catalogue = await loadOverlays([
    {
      arbitrum: {
        tokens: [{ symbol: 'APE', remove: true }],
        markets: dead.map(({ marketToken }) => ({ marketToken, remove: true as const })),
      },
    },
  ])
  const after = pricesIn(catalogue)
  expect([...BEFORE.keys()].filter((name) => !after.has(name))).toEqual(['arbitrum APE'])
  for (const [name, price] of after) expect(price, name).toBe(BEFORE.get(name))
  expect(catalogue.networks['arbitrum'].markets.length).toBe(markets.length - dead.length)
})

test('a market of own tokens: name and address follow from them, and no other market changes', async () => {
  const overlay: CatalogueInput = {
    arbitrum: {
      tokens: [{ symbol: 'MYT', address: MYT, decimals: 18, price: 1.25 }],
      markets: [{ indexToken: 'MYT', longToken: 'MYT', shortToken: 'USDC', listingDate: '2026-01-31' }],
    },
  }
  const { markets } = (await loadOverlays([overlay])).networks['arbitrum']
  expect(markets.slice(0, -1)).toEqual(BUILT_IN.networks['arbitrum'].markets)
  expect(markets.at(-1)).toMatchObject({
    name: 'MYT/USD [MYT-USDC]',
    listingDate: '2026-01-31T00:00:00.000Z',
    isListed: true,
  })
  const delisted = await loadOverlays([
    overlay,
    { arbitrum: { markets: [{ indexToken: 'MYT', longToken: 'MYT', shortToken: 'USDC', isListed: false }] } },
  ])
  expect(delisted.networks['arbitrum'].markets.at(-1)).toMatchObject({
    isListed: false,
    listingDate: '2026-01-31T00:00:00.000Z',
  })
})

test('networks: known ones change, new ones have one to five bases, and all but one may go', async () => {
  const catalogue = await loadOverlays([
    {
      networks: {
        arbitrum: { bases: ['primary'], blockTime: '500ms' },
        // Its chain is free again.
        mine: {
          chainId: 43_114,
          bases: {
            primary: 'api.example.com',
            a: 'a.example.com',
            b: ['b.example.com', 'b2.example.com'],
            c: 'c.example.com',
            d: 'd.example.com',
          },
        },
        avalanche: { remove: true },
      },
    },
  ])
  const prefixes = catalogue.bases.addresses.map(({ prefix }) => prefix)
  expect(prefixes.filter((prefix) => /^(arbitrum|avalanche|mine)/.test(prefix)).join(' ')).toBe(
    'arbitrum mine mine-a mine-b mine-c mine-d',
  )
  for (const host of ['b.example.com', 'b2.example.com'])
    expect(catalogue.bases.ofLiveHost(host)?.prefix).toBe('mine-b')
  expect(catalogue.networks['arbitrum'].blockTimeSeconds).toBe(0.5)
  expect(catalogue.networks['mine'].tokens).toEqual([])
})

test('whatever is laid over one token, all others keep their prices', async () => {
  const symbols = BUILT_IN.networks['arbitrum'].tokens.map(({ symbol }) => symbol)
  const tokenChange = fc.record(
    {
      symbol: fc.constantFrom(...symbols),
      price: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
      volatility: fc.integer({ min: 1, max: 300 }).map((n) => `${n}%` as const),
      spread: fc.integer({ min: 0, max: 500 }).map((n) => `${n / 100}%` as const),
      kind: fc.constantFrom('major', 'meme', 'stock'),
    },
    { requiredKeys: ['symbol'] },
  )
  await fc.assert(
    fc.asyncProperty(tokenChange, async (change) => {
      const { moved, gone } = await changed(change)
      expect(gone).toEqual([])
      expect(moved.filter((name) => name !== `arbitrum ${change.symbol}`)).toEqual([])
    }),
    { numRuns: samples(25) },
  )
})
