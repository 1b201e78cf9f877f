/** Whatever contradicts the built-in catalogue is told of at the line of the file that brought it. */
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'

const { tokens, markets } = loadCatalogue().networks['arbitrum']
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
