import { expect, test } from 'vitest'
import { UserError } from '../../../src/kit/errors.js'
import { type ReadFixture, readFixture } from '../../../src/market/catalogue/fixture.js'
import { fixtureFiles, loadCatalogue } from '../../../src/market/catalogue/load.js'
import { rowsOf } from '../../support/rows.js'

const ASSETS = 'assets.json'
const TOKENS = 'arbitrum/tokens.json'

/** A place in a fixture file, as its keys and indexes, and what is written there; undefined removes it. */
type Change = readonly [file: string, place: string, value: unknown]

/** What is wrong, the file, the place, the JSON that is written there, if any, and what the refusal tells about it. */
const REJECTIONS = `
  an unknown key | assets.json | assets.ETH.prize | 1 | assets.ETH.prize: unknown key; remove it
  an unknown key of the file | arbitrum/tokens.json | more | [] | tokens.json, more: unknown key; remove it
  a missing key | assets.json | assets.ETH.priceUsd |  | priceUsd: saw nothing; write a number
  a price as text | assets.json | assets.ETH.priceUsd | "1740" | saw "1740"; write a number from
  a price of zero | assets.json | assets.ETH.priceUsd | 0 | saw 0; write a number from
  a negative volatility | assets.json | assets.ETH.annualVolatility | -1 | saw -1; write a number from
  half a decimal | assets.json | assets.ETH.priceDecimals | 4.5 | saw 4.5; write an integer from 0 to 30
  a price between quanta | assets.json | assets.LTC.priceDecimals | 0 | saw 0, by which 44.1 USD are 44.1 quanta
  too many quanta | assets.json | assets.BTC.priceDecimals | 20 | write as many as yield an integer
  stable: false | assets.json | assets.ETH.stable | false | saw false; write true, or leave the key out
  a kind that there is not | assets.json | assets.ETH.kind | "coin" | saw "coin"; write one of major, altcoin, meme,
  a loading above 1 | assets.json | kinds.meme.loadings.crypto | 1.1 | saw 1.1; write a number from -1 to 1
  loadings on more than there is | assets.json | kinds.meme.loadings.crypto | 0.99 | saw {"crypto":0.99,"memes":0.35}; write loadings whose squares sum up to less than 1
  hours that there are not | assets.json | kinds.metal.hours | "sundays" | saw "sundays"; write one of always, weekdays
  a leader that is no asset | assets.json | assets.ETH.follows | "EHT" | saw "EHT"; write the name of an asset
  a leader of Object’s | assets.json | assets.ETH.follows | "toString" | saw "toString"; write the name
  a leader that follows | assets.json | assets.ETH.follows | "wstETH" | write an asset that does not follow another
  an asset after itself | assets.json | assets.ETH.follows | "ETH" | write an asset that does not follow another
  a follower’s kind | assets.json | assets.XAUT.kind | "stock" | saw "stock"; remove it, that of GOLD holds
  a follower’s volatility | assets.json | assets.XAUT.annualVolatility | 0.2 | saw 0.2; write 0.18, that of GOLD
  no assets | assets.json | assets | [] | assets: saw []; write an object of assets by name
  a bad name | assets.json | assets.A/B | {} | assets["A/B"]: the key is not a name; write a name of letters
  a network without facts | networks.json | networks.base | {} | networks.base.chainId: saw nothing
  a network whose name no path can have | networks.json | networks.Base One | {} | write small letters, digits and hyphens
  no chain id | networks.json | networks.botanix.chainId | 0 | chainId: saw 0; write an integer from 1
  a network without a primary | networks.json | networks.botanix.bases.primary |  | networks.botanix.bases: saw {"fallback"
  a host that is an address | networks.json | networks.botanix.bases.fallback | "https://example.com" | write a host, such as
  a base too many | networks.json | networks.botanix.bases | {"primary":"example.com","a":"example.com","b":"example.com","c":"example.com","d":"example.com","e":"example.com","f":"example.com","g":"example.com"} | write a primary and at most 6 more
  a list that is none | arbitrum/tokens.json | tokens | {} | tokens: saw {}; write a list of tokens
  an entry that is none | arbitrum/tokens.json | tokens.3 | null | tokens[3]: saw null; write an object
  priced: true | arbitrum/tokens.json | tokens.3.priced | true | tokens[3].priced: saw true; write false, or leave
  a short address | arbitrum/tokens.json | tokens.3.address | "0x12" | saw "0x12"; write an address: 0x and 40
  decimals out of reach | arbitrum/tokens.json | tokens.3.decimals | 20 | saw 20; write at most 19, as BOME has 11
  an unknown asset | arbitrum/tokens.json | tokens.3.asset | "BOOM" | tokens[3].asset: saw "BOOM"; write the name
  a symbol twice | arbitrum/tokens.json | tokens.3.symbol | "APE" | tokens[3].symbol: saw "APE"; write a unique one
  an address twice | arbitrum/tokens.json | tokens.3.address | "0x7F9FBF9BDD3F4105C478B996B648FE6E828A1E98" | tokens[3].address: saw "0x7F9F
  an index not listed | avalanche/markets.json | markets.0.indexToken | "0x00000000000000000000000000000000000000AA" | avalanche/tokens.json, or the zero address
  a zero long token | avalanche/markets.json | markets.0.longToken | "0x0000000000000000000000000000000000000000" | longToken: saw "0x0000
  a market twice | avalanche/markets.json | markets.1.marketToken | "0xfb02132333a79c8b5bd0b64e3abcca5f7faf2937" | markets[1].marketToken: saw
  a market that is a token | avalanche/markets.json | markets.1.marketToken | "0x152b9d0FdC40C096757F570A51E494bd4b943E50" | no other market or token has
  isListed: true | avalanche/markets.json | markets.0.isListed | true | saw true; write false, or leave the key out
  a day that is none | avalanche/markets.json | markets.0.listingDate | "2026-02-30T00:00:00.000Z" | write a day, such as
  a GLV twice, in another case | arbitrum/glvs.json | glvs.1.glvToken | "0x528a5bac7e746c9a509a1f4f6df58a03d44279f9" | glvs[1].glvToken: saw "0x528a5bac7e746c9a509a1f4f6df58a03d44279f9"; write an address that no other GLV
  a GLV that is a market | arbitrum/glvs.json | glvs.0.glvToken | "0x47c031236e19d024b42f8AE6780E44A573170703" | no other GLV or market has
  a GLV without tokens | arbitrum/glvs.json | glvs.0.longToken |  | longToken: saw nothing; write an address
`

test.each(rowsOf(REJECTIONS))(
  'fixtures: %s is refused, with its place and what to write',
  (_fact, file, place, json, message) => {
    const error = errorFrom(withChange([file, place, json === '' ? undefined : JSON.parse(json)]))
    expect(error.message).toContain(`fixtures/${file}`)
    expect(error.message).toContain(message)
    expect(error.exitCode).toBe(3)
  },
)

test('fixtures: unchanged, they are accepted', () => {
  expect(() => loadCatalogue(fixtureFiles(withChange([ASSETS, 'note', ['Another note.']])))).not.toThrow()
})

test('fixtures: a long value is shown shortened', () => {
  const { message } = errorFrom(withChange([TOKENS, 'tokens.0.address', 'x'.repeat(5000)]))
  expect(message.length).toBeLessThan(250)
})

test('fixtures: an unreadable file is one sentence', () => {
  const error = errorFrom((file) => readFixture(file === TOKENS ? 'arbitrum/no-such-file.json' : file))
  expect(error.message).toBe(
    'fixtures/arbitrum/tokens.json: is unreadable (ENOENT); restore it or install the package again',
  )
  expect(error.exitCode).toBe(3)
})

test.each(['', '{', '[1,]', '\u0000'])('fixtures: %j is not JSON', (text) => {
  expect(errorFrom((file) => (file === ASSETS ? text : readFixture(file))).message).toMatch(
    /^fixtures\/assets\.json: is not JSON \(.+\); fix or restore it$/,
  )
})

function errorFrom(read: ReadFixture): UserError {
  try {
    loadCatalogue(fixtureFiles(read))
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    return error as UserError
  }
  throw new Error('the fixtures were accepted')
}

function withChange([changed, place, value]: Change): ReadFixture {
  return (file) => {
    if (file !== changed) return readFixture(file)
    const content: unknown = JSON.parse(readFixture(file))
    let parent = content as Record<string, unknown>
    const keys = place.split('.')
    for (const key of keys.slice(0, -1)) parent = parent[key] as Record<string, unknown>
    parent[keys[keys.length - 1]] = value
    return JSON.stringify(content)
  }
}
