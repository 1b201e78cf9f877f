import { expect, test } from 'vitest'
import { basePrefix } from '../../../src/market/catalogue/bases.js'
import { isGmxHost } from '../../../src/market/catalogue/gmx-hosts.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { BUILT_IN } from '../../../src/market/catalogue/networks.js'
import { type Asset, ZERO_ADDRESS } from '../../../src/market/catalogue/types.js'

const catalogue = loadCatalogue()
const networks = Object.values(catalogue.networks)
const asset = (name: string) => catalogue.assets.get(name) as Asset

test.each([
  ['arbitrum', 42161, 0.25, 129, ['OM', 'WELL'], 100, 139],
  ['avalanche', 43114, 2, 19, [], 7, 20],
  ['botanix', 3637, 6, 4, [], 1, 3],
  ['megaeth', 4326, 1, 5, [], 2, 5],
] as const)('catalogue: %s has its chain, block time, tokens and markets', (name, ...facts) => {
  const { chainId, blockTimeSeconds, tokens, markets } = catalogue.networks[name]
  const unpriced = tokens.filter((token) => !token.priced).map(({ symbol }) => symbol)
  const synthetic = tokens.filter((token) => token.synthetic).length
  expect([chainId, blockTimeSeconds, tokens.length, unpriced, synthetic, markets.length]).toEqual(facts)
  expect(catalogue.networks[name].name).toBe(name)
})

test("catalogue: tokens and markets are in the service's order", () => {
  const { tokens, markets } = catalogue.networks.arbitrum
  expect(tokens.slice(0, 3).map(({ symbol }) => symbol)).toEqual(['APE', 'APE_deprecated', 'APT'])
  expect(markets.slice(0, 2).map(({ name }) => name)).toEqual([
    'SWAP-ONLY [USDC-USDT]',
    'DOT/USD [WBTC.b-USDC]',
  ])
})

const INFRA = ['arbitrum', 'avalanche', 'botanix', 'megaeth'].flatMap((network) => [
  [`${network}-api.gmxinfra.io`, network],
  [`${network}-api-fallback.gmxinfra.io`, `${network}-fallback`],
  [`${network}-api-fallback.gmxinfra2.io`, `${network}-fallback${network === 'megaeth' ? '' : '-2'}`],
  [`${network}.gmxapi.io`, `${network}-api`],
  [`${network}.gmxapi.ai`, `${network}-api-fallback`],
])
const HOSTS = [
  ...INFRA,
  ['arbitrum-api.gmxinfra2.io', 'arbitrum'],
  ['avalanche-api.gmxinfra2.io', 'avalanche'],
]

test('catalogue: the hosts that clients reach are those of its bases; a base may have several', () => {
  expect(HOSTS.map(([host]) => [host, BUILT_IN.ofLiveHost(host)?.prefix])).toEqual(HOSTS)
  expect([...BUILT_IN.liveHosts].filter(isGmxHost).sort()).toEqual(HOSTS.map(([host]) => host).sort())
  expect(BUILT_IN.ofPrefix('arbitrum')?.liveHosts[0]).toBe('arbitrum-api.gmxinfra.io')
})

test("catalogue: an asset's kind is its own, the default, or its leader's", () => {
  const facts = ['ETH', 'SOL', 'USDC', 'GOLD', 'SPCX', 'XAUT', 'wstETH'].map((name) => {
    const { loadings, hours, stable, follows } = asset(name)
    const kind = [...catalogue.kinds].find(([, one]) => one.loadings === loadings)?.[0]
    return [name, kind, hours, stable, follows]
  })
  expect(facts).toEqual([
    ['ETH', 'major', 'always', false, undefined],
    ['SOL', 'altcoin', 'always', false, undefined],
    ['USDC', 'stable', 'always', true, undefined],
    ['GOLD', 'metal', 'weekdays', false, undefined],
    ['SPCX', 'stock', 'always', false, undefined],
    ['XAUT', 'metal', 'always', false, 'GOLD'],
    ['wstETH', 'major', 'always', false, 'ETH'],
  ])
})

test('catalogue: oracle decimals fill a price up to 30; a market knows its tokens, one for swaps has no index', () => {
  for (const { tokens, markets } of networks) {
    for (const { asset: name, decimals, priceDecimals, oracleDecimals } of tokens) {
      expect(priceDecimals).toBe(asset(name).priceDecimals)
      expect(decimals + priceDecimals + oracleDecimals).toBe(30)
    }
    for (const { name, index, long, short, ...market } of markets) {
      expect([market.longToken, market.shortToken]).toEqual([long.address, short.address])
      expect(index === undefined).toBe(name.startsWith('SWAP-ONLY'))
      expect(market.indexToken).toBe(index?.address ?? ZERO_ADDRESS)
    }
  }
})

test('catalogue: four markets are delisted, and a listing date is an instant where it is known', () => {
  const markets = networks.flatMap((network) => network.markets)
  expect(markets.filter(({ isListed }) => !isListed).map(({ name }) => name)).toEqual([
    'APE_deprecated (deprecated)/USD [APE_deprecated (deprecated)-USDC]',
    'XAUT (deprecated)/USD [WBTC.b-USDC]',
    'OM/USD [WBTC.b-USDC]',
    'WELL/USD [ETH-USDC]',
  ])
  expect(markets[0]).toMatchObject({
    listingDate: '2023-08-08T00:00:00.000Z',
    listedAtSeconds: 1_691_452_800,
  })
  expect(catalogue.networks.botanix.markets[0]).toMatchObject({
    listingDate: undefined,
    listedAtSeconds: undefined,
  })
})

test('base addresses: found by their prefix', () => {
  const first = BUILT_IN.addresses.slice(0, 6).map(({ prefix }) => prefix)
  expect(first.join(' ')).toBe(
    'arbitrum arbitrum-fallback arbitrum-fallback-2 arbitrum-api arbitrum-api-fallback avalanche',
  )
  for (const { network, base } of BUILT_IN.addresses)
    expect(BUILT_IN.ofPrefix(basePrefix(network, base))).toMatchObject({ network, base })
  for (const prefix of ['', 'arbitrum-primary', 'Arbitrum', '__proto__', 'constructor'])
    expect(BUILT_IN.ofPrefix(prefix)).toBeUndefined()
})

test('catalogue: GLVs hold the markets of their two tokens except swap-only ones', () => {
  const held = (name: string) =>
    catalogue.networks[name].glvs.map(({ name, markets }) => [name, markets.length])
  expect(held('arbitrum')).toEqual([
    ['GLV [ETH-USDC]', 54],
    ['GLV [USDG-USDG]', 3],
    ['GLV [WBTC.b-USDC]', 40],
  ])
  expect(held('avalanche')).toEqual([['GLV [AVAX-USDC]', 8]])
  expect(held('botanix')).toEqual([])
  for (const { longToken, shortToken, markets } of catalogue.networks['arbitrum'].glvs)
    for (const market of markets)
      expect(market).toMatchObject({ longToken, shortToken, index: expect.anything() })
})
