/** Rejected catalogue files: one sentence with line and column for each, and nothing is loaded partially. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOverlays } from '../../../src/scenario/custom-catalogue/load.js'
import { rowsOf } from '../../support/rows.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-catalogue-'))
const file = join(folder, 'mine.yaml')
const A = '0x1111111111111111111111111111111111111111'
const B = '0x2222222222222222222222222222222222222222'
const ETH = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

const refusalOf = async (text: string): Promise<string> => {
  writeFileSync(file, text)
  const error = await loadOverlays([file]).then(
    () => undefined,
    (error: Error) => error,
  )
  return error?.message.replaceAll(`${file}:`, '') ?? 'it was accepted'
}

const REFUSALS = String.raw`
  an empty file |  | 1:1 the file is empty: write a catalogue, such as arbitrum: { tokens: [] }
  no YAML | arbitrum: [ | 1:12 this is not YAML
  a key that is none | arbitrum:\n  token: [] | 2:3 unknown key "token": did you mean tokens?
  a network that is none | arbitrun: { tokens: [] } | 1:11 unknown network arbitrun: did you mean arbitrum?
  a list where networks stand | networks: [] | 1:11 networks is []: write a mapping
  a new network without chain | networks:\n  mine: { bases: [primary] } | 2:9 chainId is missing
  a chain twice | networks: { mine: { chainId: 42161 } } | 1:30 chainId is that of arbitrum: write another
  a chain as text | networks: { mine: { chainId: "1" } } | 1:30 chainId is "1": write a number
  no primary | networks: { mine: { chainId: 1, bases: [fallback] } } | 1:40 primary is missing
  no base | networks: { mine: { chainId: 1, bases: [] } } | 1:40 bases is []: write primary at least
  too many bases | networks: { mine: { chainId: 1, bases: [primary, a, b, c, d, e, f, g] } } | 1:40 bases is ["primary","a","b","c","d","e","f","g"]: write at most 7
  a base twice | networks: { mine: { chainId: 1, bases: [primary, primary] } } | 1:40 a base is repeated
  a block of no time | networks: { mine: { chainId: 1, blockTime: 1ms } } | 1:44 blockTime is "1ms": write a time from 10ms
  a base called as matches call the one in use | networks: { mine: { chainId: 1, bases: [primary, current] } } | 1:40 the name current is taken
  a name that paths have | networks: { s: { chainId: 1 } } | 1:16 the name s is taken
  a name with capitals | networks: { Mine: { chainId: 1 } } | 1:13 invalid name "Mine": write small letters
  two networks of one path | networks: { arbitrum-fallback: { chainId: 1 } } | 1:32 the path arbitrum-fallback would be a base of arbitrum-fallback and of arbitrum
  two bases of one host | networks: { mine: { chainId: 1, bases: { primary: arbitrum-api.gmxinfra.io } } } | 1:19 the host arbitrum-api.gmxinfra.io would be a base of mine and of arbitrum
  a network to remove that is none | networks: { mine: { remove: true } } | 1:19 no network mine to remove
  no network left | networks: { arbitrum: { remove: true }, avalanche: { remove: true }, botanix: { remove: true }, megaeth: { remove: true } } | 1:11 all networks are removed
  a token without address | arbitrum: { tokens: [{ symbol: MYT, decimals: 18, price: 1 }] } | address is missing: write it, as MYT is new on arbitrum
  a token without decimals | arbitrum: { tokens: [{ symbol: MYT, address: ${A}, price: 1 }] } | decimals is missing
  a token without price | arbitrum: { tokens: [{ symbol: MYT, address: ${A}, decimals: 18 }] } | price is missing: write a price in USD, or an asset
  a token without symbol | arbitrum:\n  tokens:\n    - { address: ${A} } | 3:7 symbol is missing
  an address cut short | arbitrum: { tokens: [{ symbol: ETH, address: "0x12" }] } | 1:46 address is "0x12": write an address in quotes
  an address that another has | arbitrum: { tokens: [{ symbol: MYT, address: ${ETH.toLowerCase()}, decimals: 18, price: 1 }] } | 1:46 address is that of ETH
  a price of zero | arbitrum: { tokens: [{ symbol: ETH, price: 0 }] } | 1:44 price is 0: write a number from
  a price as text | arbitrum: { tokens: [{ symbol: ETH, price: "1" }] } | 1:44 price is "1": write a number
  a price of too many digits | arbitrum: { tokens: [{ symbol: ETH, price: 0.0000000000012345 }] } | cannot be written with at most 12 decimals
  a volatility without per cent | arbitrum: { tokens: [{ symbol: ETH, volatility: 0.9 }] } | 1:49 volatility is 0.9: write a change in per cent
  a spread below zero | arbitrum: { tokens: [{ symbol: ETH, spread: -1% }] } | 1:45 spread is "-1%": write from 0% to 10%
  a kind that is none | arbitrum: { tokens: [{ symbol: ETH, kind: coin }] } | 1:43 there is no kind coin: write one of major
  follows nothing | arbitrum: { tokens: [{ symbol: ETH, follows: ETHH }] } | 1:46 no other token or asset ETHH
  before nothing | arbitrum: { tokens: [{ symbol: ETH, before: NONE }] } | no other token NONE
  before itself | arbitrum: { tokens: [{ symbol: ETH, before: ETH }] } | no other token ETH
  follows itself | arbitrum: { tokens: [{ symbol: ETH, follows: ETH }] } | 1:46 no other token or asset
  follows, and has a kind | arbitrum: { tokens: [{ symbol: APE, follows: ETH, kind: meme }] } | 1:57 leave kind out: follows determines it
  an asset and a price | arbitrum: { tokens: [{ symbol: APE, asset: ETH, price: 1 }] } | 1:56 leave price out: asset determines the price
  a token twice | arbitrum:\n  tokens:\n    - { symbol: APE, price: 1 }\n    - { symbol: APE, price: 2 } | 4:17 APE is repeated
  a token to remove that is none | arbitrum: { tokens: [{ symbol: NONE, remove: true }] } | 1:32 no token NONE to remove
  a token that changes and goes | arbitrum: { tokens: [{ symbol: OM, price: 1, remove: true }] } | 1:54 leave out all other keys with remove
  a token that its markets still need | arbitrum:\n  tokens:\n    - { symbol: APE, remove: true } | 3:7 APE is in the market APE/USD
  a market of a token that is none | arbitrum: { markets: [{ indexToken: ETHH, longToken: ETH, shortToken: USDC }] } | 1:37 unknown token ETHH: did you mean ETH?
  a market without a side | arbitrum: { markets: [{ indexToken: APE, longToken: BTC }] } | shortToken is missing
  a market to remove that is none | arbitrum: { markets: [{ indexToken: APE, longToken: BTC, shortToken: BTC, remove: true }] } | 1:83 no such market
  a market at the address of a token | arbitrum: { markets: [{ indexToken: APE, longToken: BTC, shortToken: BTC, marketToken: ${ETH} }] } | 1:88
  a day that is none | arbitrum: { markets: [{ indexToken: APE, longToken: BTC, shortToken: BTC, listingDate: soon }] } | 1:88 listingDate is "soon": write a day
`

test.each(rowsOf(REFUSALS))('%s', async (_fact, text, message) => {
  expect(await refusalOf(text)).toContain(message)
})

test('reports all problems of a file at once, with positions', async () => {
  const text = `arbitrum:\n  tokens:\n    - { symbol: APE, kind: coin }\n    - { symbol: MYT, address: ${B}, decimals: 18 }\nfoo: {}`
  expect((await refusalOf(text)).match(/\d+:\d+ /g)).toEqual(['3:28 ', '4:7 ', '5:6 '])
})

test('a path that is not a file is reported as such', async () => {
  const loop = join(folder, 'loop.yaml')
  symlinkSync(loop, loop)
  mkdirSync(join(folder, 'folder.yaml'))
  writeFileSync(join(folder, 'latin.yaml'), Buffer.from('arbitrum: { tokens: [] } # caf\xe9', 'latin1'))
  writeFileSync(join(folder, 'large.yaml'), `# ${'x'.repeat(200_000)}`)
  const messageOf = (name: string) =>
    loadOverlays([join(folder, name)]).catch((error: Error) => error.message)
  expect(await messageOf('none.yaml')).toContain('none.yaml:1:1 no such file')
  expect(await messageOf('folder.yaml')).toContain('folder.yaml:1:1 this is a directory')
  expect(await messageOf('loop.yaml')).toMatch(/loop.yaml:1:1 (no such file|this file cannot be read: ELOOP)/)
  expect(await messageOf('latin.yaml')).toContain('latin.yaml:1:31 this byte is not UTF-8')
  expect(await messageOf('large.yaml')).toContain('large.yaml:1:1 the catalogue is larger than 128 kB')
})

test('the error is one sentence, with exit code 3', async () => {
  writeFileSync(file, 'arbitrum: { token: [] }')
  await expect(loadOverlays([file])).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(
      /^the catalogue is invalid: .*mine\.yaml:1:13 unknown key "token": did you mean tokens\?/,
    ),
  })
})
