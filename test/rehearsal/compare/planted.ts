/** Differences that are planted, each with how it is seen: `kind | where | theirs`. */
import { cachedFor, each, listed, NEW_TOKEN, type Row, rows, swapped, tickersTimes } from './plants.js'
import { at, type Plant } from './support.js'

const NEW_MARKET = { name: 'MYT/USD [ETH-USDC]', marketToken: '0x2222222222222222222222222222222222222222' }

export const PLANTED: readonly (readonly [fact: string, plant: Plant, seen: string])[] = [
  [
    'a key gone',
    at(
      '/prices/tickers',
      each(rows, (row) => delete row['maxPrice']),
    ),
    'key | tickers [].maxPrice | gone',
  ],
  [
    'a key gone at times',
    at('/tokens', (json) => void delete json.tokens[4].decimals),
    'key | tokens tokens[].decimals | missing in some rows',
  ],
  [
    'a new key',
    at(
      '/markets/info',
      each(listed('markets'), (row) => Object.assign(row, { fee: 'x' })),
    ),
    'key | markets-info markets[].fee | new: text',
  ],
  [
    'another type',
    at(
      '/tokens',
      each(listed('tokens'), (row) => Object.assign(row, { decimals: String(row['decimals']) })),
    ),
    'type | tokens tokens[].decimals | digits',
  ],
  [
    'milliseconds for seconds',
    at(
      '/prices/tickers',
      each(rows, (row) => Object.assign(row, { updatedAt: Number(row['updatedAt']) * 1000 })),
    ),
    'unit | tickers [].updatedAt | ms',
  ],
  [
    'candles in milliseconds',
    at('/prices/candles', (json) => ({
      ...json,
      candles: json.candles.map(([time, ...prices]: number[]) => [time * 1000, ...prices]),
    })),
    'unit | candles candles[].timestamp | ms',
  ],
  [
    'null where there was a value',
    at('/signed_prices', (json) => void Object.assign(json.signedPrices[2], { signature: null })),
    'null | signed-prices signedPrices[].signature | hex or null at times',
  ],
  [
    'another order of keys',
    at('/prices/tickers', (json) => json.map(({ tokenSymbol, ...row }: Row) => ({ ...row, tokenSymbol }))),
    'order | tickers []: keys |',
  ],
  ['another order of tickers', at('/prices/tickers', swapped), 'order | tickers: rows |'],
  ['another order of tokens', at('/tokens', (json) => swapped(json.tokens)), 'order | tokens: rows |'],
  [
    'another order of markets',
    at('/markets/info', (json) => swapped(json.markets)),
    'order | markets-info: rows |',
  ],
  [
    'candles oldest first',
    at('/prices/candles', (json) => void json.candles.reverse()),
    'order | candles: rows | not newest first',
  ],
  [
    'snapshots oldest first',
    at('/rates', (json) =>
      json.map((row: { ratesSnapshots: unknown[] }) => ({
        ...row,
        ratesSnapshots: row.ratesSnapshots.toReversed(),
      })),
    ),
    'order | rates ratesSnapshots: rows |',
  ],
  [
    'a shorter list of tickers',
    at('/prices/tickers', (json) => json.slice(0, -3)),
    'list | tickers | 16 rows, without',
  ],
  [
    'fewer candles',
    at('/prices/candles', (json) => ({ ...json, candles: json.candles.slice(0, 5) })),
    'list | candles | 5 rows',
  ],
  [
    'fewer snapshots',
    at('/rates', (json) =>
      json.map((row: { ratesSnapshots: unknown[] }) => ({
        ...row,
        ratesSnapshots: row.ratesSnapshots.slice(0, 3),
      })),
    ),
    'list | rates ratesSnapshots | 3 rows',
  ],
  ['no rates of a market', at('/rates', (json) => json.slice(1)), 'list | rates |'],
  ['an empty list', at('/rates', () => []), 'list | rates | 0 rows, without'],
  ['a new token', at('/tokens', (json) => void json.tokens.push(NEW_TOKEN)), 'token | tokens | new: MYT'],
  [
    'other decimals of a token',
    at('/tokens', (json) => void Object.assign(json.tokens[0], { decimals: 9 })),
    'token | tokens AVAX.decimals | 9',
  ],
  [
    'a new market',
    at('/markets', (json) =>
      json.markets[0].isDisabled === undefined
        ? void json.markets.push({ ...json.markets[0], ...NEW_MARKET })
        : undefined,
    ),
    'market | markets | new: MYT/USD [ETH-USDC]',
  ],
  [
    'a market that is not listed any more',
    at('/markets', (json) =>
      json.markets[0].isDisabled === undefined
        ? void Object.assign(json.markets[0], { isListed: false })
        : undefined,
    ),
    'market | markets',
  ],
  [
    'a cache window of tickers twice as long',
    cachedFor('/prices/tickers', 600),
    'cache window | tickers | the same reply for',
  ],
  [
    'a cache window of signed prices twice as long',
    cachedFor('/signed_prices', 2000),
    'cache window | signed-prices | the same reply for',
  ],
  [
    'another error body',
    (said) => (said.path === '/prices/candles' ? { ...said, json: { error: 'no' } } : said),
    'error body | candles of nothing | 400 {"error":"no"}',
  ],
  [
    'another status of an error',
    (said) => (said.path.startsWith('/no/such') ? { ...said, status: 410 } : said),
    'error body | no such path | 410',
  ],
  [
    'an endpoint that is not there',
    (said) => (said.path.startsWith('/rates') ? { ...said, status: 404, json: { errors: ['?'] } } : said),
    'status | rates | 404',
  ],
  [
    'another content type',
    (said) => ({ ...said, headers: { ...said.headers, 'content-type': 'text/plain' } }),
    'header | content-type at ping, tickers,',
  ],
  [
    'no cross-origin header',
    (said) =>
      said.path === '/tokens'
        ? { ...said, headers: { ...said.headers, 'access-control-allow-origin': 'x' } }
        : said,
    'header | access-control-allow-origin at tokens | x',
  ],
  [
    'min above max',
    at('/prices/tickers', (json) => void Object.assign(json[9], { minPrice: `${json[9].maxPrice}0` })),
    'identity | tickers | not min <= median <= max:',
  ],
  [
    'a close above the high',
    at('/prices/candles', (json) => void json.candles[3].splice(4, 1, json.candles[3][2] * 2)),
    'identity | candles | 1 rows whose open or close',
  ],
  [
    'candles that are not a period apart',
    at('/prices/candles', (json) => void json.candles[9].splice(0, 1, json.candles[9][0] - 60)),
    'identity | candles | times that are not a period apart',
  ],
  [
    'a net rate that is no sum',
    at('/markets/info', (json) => void Object.assign(json.markets[5], { netRateLong: '1' })),
    'identity | markets-info netRateLong | not funding + borrowing:',
  ],
  [
    'rates whose net is no difference',
    at('/rates', (json) => void Object.assign(json[5].ratesSnapshots[0], { netRateShort: '1' })),
    'identity | rates netRateShort | not funding - borrowing:',
  ],
  [
    'rates of a year where those of a second stood',
    at('/rates', (json) => {
      for (const { ratesSnapshots } of json)
        for (const row of ratesSnapshots)
          for (const key of Object.keys(row))
            if (key !== 'timestamp') row[key] = `${BigInt(row[key]) * 31_536_000n}`
    }),
    'identity | rates against markets-info |',
  ],
  [
    'a signed price that is not the ticker’s',
    at(
      '/signed_prices',
      each(listed('signedPrices'), (row) =>
        Object.assign(row, { maxPrice: `${BigInt(String(row['maxPrice'])) + 1n}` }),
      ),
    ),
    'identity | signed-prices against tickers | not the same in one second:',
  ],
  [
    'candles of another price',
    at('/prices/candles', (json) => ({
      ...json,
      candles: json.candles.map(([time, ...prices]: number[]) => [
        time,
        ...prices.map((price) => price * 1.02),
      ]),
    })),
    'identity | candles against tickers | ETH costs',
  ],
  ['tickers of 1.02 times the price', tickersTimes(102n), 'identity | candles against tickers | ETH costs'],
]
