/** Whatever contradicts the built-in catalogue is told of at the line of the file that brought it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refused } from '../../../src/market/catalogue/fixture.js'
import { fixtureFiles, loadCatalogue } from '../../../src/market/catalogue/load.js'
import { toDraft } from '../../../src/scenario/custom-catalogue/draft.js'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { locateError } from '../../../src/scenario/custom-catalogue/locate-error.js'

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
    { numRuns: 400 },
  )
  expect(Math.min(seen.good, seen.refused)).toBeGreaterThan(40)
})

test('problems of the composed catalogue point at the change that caused them', () => {
  const draft = toDraft(fixtureFiles())
  const overlay = {
    avalanche: { tokens: [{ symbol: 'ETH', price: 2 }] },
    arbitrum: {
      tokens: [
        { symbol: 'BTC', price: 1 },
        { symbol: 'ETH', price: 2 },
      ],
      markets: [{ marketToken: market.marketToken.toLowerCase(), isListed: false }],
    },
  }
  const at = draft.tokens['arbitrum'].findIndex((token) => token.symbol === 'ETH')
  const found = (of: string, path: readonly PropertyKey[]) =>
    locateError(refused(of, path, 'saw', 'hint'), draft, overlay)
  expect(found('arbitrum/tokens.json', ['tokens', at, 'asset'])).toEqual({
    path: ['arbitrum', 'tokens', 1],
    what: 'ETH asset',
  })
  expect(found('arbitrum/markets.json', ['markets', 0, 'marketToken'])).toEqual({
    path: ['arbitrum', 'markets', 0],
    what: `${market.name} marketToken`,
  })
  expect(found('assets.json', ['assets', 'BTC', 'kind'])).toEqual({
    path: ['arbitrum', 'tokens', 0],
    what: 'the price of BTC kind',
  })
})
