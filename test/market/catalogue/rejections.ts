/** What a fixture file must not say, and what the refusal tells about it. */

/** A place in a fixture file, as its keys and indexes, and what is written there; undefined removes it. */
export type Change = readonly [file: string, place: readonly (string | number)[], value: unknown]

export const ASSETS = 'assets.json'
export const TOKENS = 'arbitrum/tokens.json'
const MARKETS = 'avalanche/markets.json'
const GLVS = 'arbitrum/glvs.json'
const ZERO = '0x0000000000000000000000000000000000000000'
const UNLISTED = '0x00000000000000000000000000000000000000AA'

export const REJECTIONS: readonly (readonly [fact: string, change: Change, message: string])[] = [
  ['an unknown key', [ASSETS, ['assets', 'ETH', 'prize'], 1], 'assets.ETH.prize: unknown key; remove it'],
  ['an unknown key of the file', [TOKENS, ['more'], []], 'tokens.json, more: unknown key; remove it'],
  [
    'a missing key',
    [ASSETS, ['assets', 'ETH', 'priceUsd'], undefined],
    'priceUsd: saw nothing; write a number',
  ],
  ['a price as text', [ASSETS, ['assets', 'ETH', 'priceUsd'], '1740'], 'saw "1740"; write a number from'],
  ['a price of zero', [ASSETS, ['assets', 'ETH', 'priceUsd'], 0], 'saw 0; write a number from'],
  [
    'a negative volatility',
    [ASSETS, ['assets', 'ETH', 'annualVolatility'], -1],
    'saw -1; write a number from',
  ],
  [
    'half a decimal',
    [ASSETS, ['assets', 'ETH', 'priceDecimals'], 4.5],
    'saw 4.5; write an integer from 0 to 30',
  ],
  [
    'a price between quanta',
    [ASSETS, ['assets', 'LTC', 'priceDecimals'], 0],
    'saw 0, by which 44.1 USD are 44.1 quanta',
  ],
  ['too many quanta', [ASSETS, ['assets', 'BTC', 'priceDecimals'], 20], 'write as many as yield an integer'],
  [
    'stable: false',
    [ASSETS, ['assets', 'ETH', 'stable'], false],
    'saw false; write true, or leave the key out',
  ],
  [
    'a kind that there is not',
    [ASSETS, ['assets', 'ETH', 'kind'], 'coin'],
    'saw "coin"; write one of major, altcoin, meme,',
  ],
  [
    'a loading above 1',
    [ASSETS, ['kinds', 'meme', 'loadings', 'crypto'], 1.1],
    'saw 1.1; write a number from -1 to 1',
  ],
  [
    'loadings on more than there is',
    [ASSETS, ['kinds', 'meme', 'loadings', 'crypto'], 0.99],
    'saw {"crypto":0.99,"memes":0.35}; write loadings whose squares sum up to less than 1',
  ],
  [
    'hours that there are not',
    [ASSETS, ['kinds', 'metal', 'hours'], 'sundays'],
    'saw "sundays"; write one of always, weekdays',
  ],
  [
    'a leader that is no asset',
    [ASSETS, ['assets', 'ETH', 'follows'], 'EHT'],
    'saw "EHT"; write the name of an asset',
  ],
  [
    'a leader of Object’s',
    [ASSETS, ['assets', 'ETH', 'follows'], 'toString'],
    'saw "toString"; write the name',
  ],
  [
    'a leader that follows',
    [ASSETS, ['assets', 'ETH', 'follows'], 'wstETH'],
    'write an asset that does not follow another',
  ],
  [
    'an asset after itself',
    [ASSETS, ['assets', 'ETH', 'follows'], 'ETH'],
    'write an asset that does not follow another',
  ],
  [
    'a follower’s kind',
    [ASSETS, ['assets', 'XAUT', 'kind'], 'stock'],
    'saw "stock"; remove it, that of GOLD holds',
  ],
  [
    'a follower’s volatility',
    [ASSETS, ['assets', 'XAUT', 'annualVolatility'], 0.2],
    'saw 0.2; write 0.18, that of GOLD',
  ],
  ['no assets', [ASSETS, ['assets'], []], 'assets: saw []; write an object of assets by name'],
  [
    'a bad name',
    [ASSETS, ['assets', 'A/B'], {}],
    'assets["A/B"]: the key is not a name; write a name of letters',
  ],
  [
    'a network without facts',
    ['networks.json', ['networks', 'base'], {}],
    'networks.base.chainId: saw nothing',
  ],
  [
    'a network whose name no path can have',
    ['networks.json', ['networks', 'Base One'], {}],
    'write small letters, digits and hyphens',
  ],
  [
    'no chain id',
    ['networks.json', ['networks', 'botanix', 'chainId'], 0],
    'chainId: saw 0; write an integer from 1',
  ],
  [
    'a network without a primary',
    ['networks.json', ['networks', 'botanix', 'bases', 'primary'], undefined],
    'networks.botanix.bases: saw {"fallback"',
  ],
  [
    'a host that is an address',
    ['networks.json', ['networks', 'botanix', 'bases', 'fallback'], 'https://example.com'],
    'write a host, such as',
  ],
  [
    'a base too many',
    [
      'networks.json',
      ['networks', 'botanix', 'bases'],
      Object.fromEntries(['primary', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((base) => [base, 'example.com'])),
    ],
    'write a primary and at most 6 more',
  ],
  ['a list that is none', [TOKENS, ['tokens'], {}], 'tokens: saw {}; write a list of tokens'],
  ['an entry that is none', [TOKENS, ['tokens', 3], null], 'tokens[3]: saw null; write an object'],
  [
    'priced: true',
    [TOKENS, ['tokens', 3, 'priced'], true],
    'tokens[3].priced: saw true; write false, or leave',
  ],
  ['a short address', [TOKENS, ['tokens', 3, 'address'], '0x12'], 'saw "0x12"; write an address: 0x and 40'],
  [
    'decimals out of reach',
    [TOKENS, ['tokens', 3, 'decimals'], 20],
    'saw 20; write at most 19, as BOME has 11',
  ],
  [
    'an unknown asset',
    [TOKENS, ['tokens', 3, 'asset'], 'BOOM'],
    'tokens[3].asset: saw "BOOM"; write the name',
  ],
  [
    'a symbol twice',
    [TOKENS, ['tokens', 3, 'symbol'], 'APE'],
    'tokens[3].symbol: saw "APE"; write a unique one',
  ],
  [
    'an address twice',
    [TOKENS, ['tokens', 3, 'address'], '0x7F9FBF9BDD3F4105C478B996B648FE6E828A1E98'],
    'tokens[3].address: saw "0x7F9F',
  ],
  [
    'an index not listed',
    [MARKETS, ['markets', 0, 'indexToken'], UNLISTED],
    'avalanche/tokens.json, or the zero address',
  ],
  ['a zero long token', [MARKETS, ['markets', 0, 'longToken'], ZERO], 'longToken: saw "0x0000'],
  [
    'a market twice',
    [MARKETS, ['markets', 1, 'marketToken'], '0xfb02132333a79c8b5bd0b64e3abcca5f7faf2937'],
    'markets[1].marketToken: saw',
  ],
  [
    'a market that is a token',
    [MARKETS, ['markets', 1, 'marketToken'], '0x152b9d0FdC40C096757F570A51E494bd4b943E50'],
    'no other market or token has',
  ],
  [
    'isListed: true',
    [MARKETS, ['markets', 0, 'isListed'], true],
    'saw true; write false, or leave the key out',
  ],
  [
    'a day that is none',
    [MARKETS, ['markets', 0, 'listingDate'], '2026-02-30T00:00:00.000Z'],
    'write a day, such as',
  ],
  [
    'a GLV twice, in another case',
    [GLVS, ['glvs', 1, 'glvToken'], '0x528a5bac7e746c9a509a1f4f6df58a03d44279f9'],
    'glvs[1].glvToken: saw "0x528a5bac7e746c9a509a1f4f6df58a03d44279f9"; write an address that no other GLV',
  ],
  [
    'a GLV that is a market',
    [GLVS, ['glvs', 0, 'glvToken'], '0x47c031236e19d024b42f8AE6780E44A573170703'],
    'no other GLV or market has',
  ],
  [
    'a GLV without tokens',
    [GLVS, ['glvs', 0, 'longToken'], undefined],
    'longToken: saw nothing; write an address',
  ],
]
