/** Whatever contradicts the built-in catalogue is told of at the line of the file that brought it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { samples } from '../../support/runs.js'

const { tokens, markets, glvs } = loadCatalogue().networks['arbitrum']
const [market] = markets
const A = '0x1111111111111111111111111111111111111111'

const atMarket = `arbitrum:
  tokens:
    - { symbol: MYT, decimals: 18, price: 1, address: "${market.marketToken.toLowerCase()}" }
`
const MESSAGE = `4:55 address is that of the market ${market.name}: write another`

test('a token at the address of a market', async () => {
  await expect(loadOverlays([`\n${atMarket}`])).rejects.toThrow(MESSAGE)
  await expect(loadOverlays(['arbitrum: {}\n', `\n${atMarket}`])).rejects.toThrow(MESSAGE)
  const free = `${atMarket}  markets:\n    - { marketToken: "${market.marketToken}", remove: true }\n`
  const { networks } = await loadOverlays([free])
  expect(networks['arbitrum'].tokens.at(-1)?.symbol).toBe('MYT')
})

test('a market at the address of a GLV', async () => {
  const file = `arbitrum:
  markets:
    - { marketToken: "${glvs[0].glvToken.toLowerCase()}", indexToken: ETH, longToken: ETH, shortToken: USDC }
`
  await expect(loadOverlays([file])).rejects.toThrow('3:22 0x528a5bac7e746c9a509a1f4f6df58a03d44279f9 is the')
})

test('a token that takes the place of another at its address, in other letters, has its markets', async () => {
  const ape = tokens.find(({ symbol }) => symbol === 'APE')
  const { networks } = await loadOverlays([
    {
      arbitrum: {
        tokens: [
          { symbol: 'APE', remove: true },
          { symbol: 'MYT', address: ape?.address.toLowerCase() ?? '', decimals: 18, price: 2 },
        ],
      },
    },
  ])
  expect(networks['arbitrum'].markets.filter(({ index }) => index?.symbol === 'MYT').length).toBe(
    markets.filter(({ index }) => index?.symbol === 'APE').length,
  )
})

test('a token that follows its own price by that price’s name', async () => {
  const own = 'arbitrum: { tokens: [{ symbol: ETH, volatility: 10% }] }\n'
  const itself = 'arbitrum: { tokens: [{ symbol: ETH, follows: ETH on arbitrum }] }\n'
  await expect(loadOverlays([own, itself])).rejects.toThrow('1:46 no other token or asset ETH on')
})

const symbol = fc.constantFrom(...tokens.slice(0, 6).map((token) => token.symbol), 'MYT')
const address = fc.constantFrom(
  A,
  ...tokens.slice(0, 3).map((token) => token.address.toLowerCase()),
  ...markets.slice(0, 3).map(({ marketToken }) => marketToken.toLowerCase()),
)
const price = fc.constantFrom(2, 0.001234, 99_999)
const tokenChange = fc.oneof(
  fc.record({ symbol, address }),
  fc.record({ symbol, price, decimals: fc.constantFrom(6, 18) }, { requiredKeys: ['symbol'] }),
  fc.record({ symbol, price, follows: fc.oneof(symbol, fc.constantFrom('wstETH', 'ETH on arbitrum')) }),
  fc.record({ symbol, volatility: fc.constantFrom('10%', '200%') }),
  fc.record({ symbol, priceDecimals: fc.constantFrom(2, 8, 12, 24) }),
  fc.record({ symbol, asset: fc.constantFrom('BTC', 'wstETH', 'MYT', 'ETH on arbitrum') }),
  fc.record({ symbol: fc.constant('MYT'), address, decimals: fc.constantFrom(0, 18, 30), price }),
  fc.record({ symbol, remove: fc.constant(true) }),
)
const side = fc.oneof(symbol, fc.constant('none'))
const marketChange = fc.oneof(
  fc.record({ marketToken: address, longToken: side }),
  fc.record({ indexToken: side, longToken: side, shortToken: side }),
  fc.record({ marketToken: address, remove: fc.constant(true) }),
)
const file = fc
  .record({
    tokens: fc.array(tokenChange, { maxLength: 2 }),
    markets: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(marketChange, { maxLength: 2 })),
  })
  .map((arbitrum) => `${JSON.stringify({ arbitrum }, null, 1)}\n`)

test('no file is refused at its first letter, or in the words of a fixture', async () => {
  const seen = { good: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      const message = await loadOverlays(files).then(
        () => '',
        (error: Error) => error.message,
      )
      seen[message === '' ? 'good' : 'refused']++
      expect(message).not.toMatch(/\.json|\b1:1 /)
    }),
    { numRuns: samples(400) },
  )
  expect(Math.min(seen.good, seen.refused)).toBeGreaterThan(samples(400) / 10)
})

const REFUSED = '__proto__ cannot be a name: write another'

test.each([
  [
    'a token',
    `arbitrum: { tokens: [{ symbol: __proto__, address: ${A}, decimals: 18, price: 1 }] }\n`,
    ':1:32 symbol is "__proto__": write a name',
  ],
  ['a network', 'networks: { __proto__: { chainId: 1 } }\n', `:1:24 ${REFUSED}`],
  ['the lists of one', 'arbitrum: {}\n__proto__: { tokens: [] }\n', `:2:12 ${REFUSED}`],
  [
    'a base',
    'networks: { mine: { chainId: 1, bases: { primary: a.example, __proto__: b.example } } }\n',
    `:1:73 ${REFUSED}`,
  ],
])('__proto__ is refused as the name of %s', async (_what, text, problem) => {
  await expect(loadOverlays([text])).rejects.toThrow(problem)
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('constructor is a name as any other', async () => {
  const { networks, bases } = await loadOverlays([
    {
      networks: {
        constructor: { chainId: 7, bases: ['primary', 'constructor'] },
        arbitrum: { bases: ['primary', 'constructor'] },
      },
      constructor: { tokens: [{ symbol: 'constructor', address: A, decimals: 18, price: 2 }] },
    },
  ])
  expect(networks['constructor'].tokens.map(({ symbol }) => symbol)).toEqual(['constructor'])
  expect(bases.of('constructor').map(({ prefix }) => prefix)).toEqual([
    'constructor',
    'constructor-constructor',
  ])
  expect(bases.liveHosts.filter((host) => typeof host !== 'string')).toEqual([])
})
