/** Differences that are planted, each with how it is seen: `kind | where | theirs`. */
import { cachedFor, each, listed, NEW_TOKEN, type Row, rows, swapped } from './plants.js'
import { at, type Plant } from './support.js'

const NEW_MARKET = { name: 'MYT/USD [ETH-USDC]', marketToken: '0x2222222222222222222222222222222222222222' }

type Planted = readonly [fact: string, plant: Plant, seen: string]
const by = (fact: string, seen: string, plant: Plant): Planted => [fact, plant, seen]
const inJson = (fact: string, seen: string, ...change: Parameters<typeof at>) => by(fact, seen, at(...change))

export const PLANTED: readonly Planted[] = [
  inJson(
    'a key gone',
    'key | tickers [].maxPrice | gone',
    '/prices/tickers',
    each(rows, (row) => delete row['maxPrice']),
  ),
  inJson(
    'a key gone at times',
    'key | tokens tokens[].decimals | missing in some rows',
    '/tokens',
    (json) => void delete json.tokens[4].decimals,
  ),
  inJson(
    'a new key',
    'key | markets-info markets[].fee | new: text',
    '/markets/info',
    each(listed('markets'), (row) => Object.assign(row, { fee: 'x' })),
  ),
  inJson(
    'another type',
    'type | tokens tokens[].decimals | digits',
    '/tokens',
    each(listed('tokens'), (row) => Object.assign(row, { decimals: String(row['decimals']) })),
  ),
  inJson(
    'milliseconds for seconds',
    'unit | tickers [].updatedAt | ms',
    '/prices/tickers',
    each(rows, (row) => Object.assign(row, { updatedAt: Number(row['updatedAt']) * 1000 })),
  ),
  inJson(
    'null where there was a value',
    'null | signed-prices signedPrices[].signature | hex or null at times',
    '/signed_prices',
    (json) => void Object.assign(json.signedPrices[2], { signature: null }),
  ),
  inJson('another order of keys', 'order | tickers []: keys |', '/prices/tickers', (json) =>
    json.map(({ tokenSymbol, ...row }: Row) => ({ ...row, tokenSymbol })),
  ),
  inJson('another order of tickers', 'order | tickers: rows |', '/prices/tickers', swapped),
  inJson(
    'candles oldest first',
    'order | candles: rows | not newest first',
    '/prices/candles',
    (json) => void json.candles.reverse(),
  ),
  inJson('a shorter list of tickers', 'list | tickers | 16 rows, without', '/prices/tickers', (json) =>
    json.slice(0, -3),
  ),
  inJson('fewer candles', 'list | candles | 5 rows', '/prices/candles', (json) => ({
    ...json,
    candles: json.candles.slice(0, 5),
  })),
  inJson('no rates of a market', 'list | rates |', '/rates', (json) => json.slice(1)),
  inJson('a new token', 'token | tokens | new: MYT', '/tokens', (json) => void json.tokens.push(NEW_TOKEN)),
  inJson(
    'other decimals of a token',
    'token | tokens AVAX.decimals | 9',
    '/tokens',
    (json) => void Object.assign(json.tokens[0], { decimals: 9 }),
  ),
  inJson('a new market', 'market | markets | new: MYT/USD [ETH-USDC]', '/markets', (json) =>
    json.markets[0].isDisabled === undefined
      ? void json.markets.push({ ...json.markets[0], ...NEW_MARKET })
      : undefined,
  ),
  by(
    'a cache window of tickers twice as long',
    'cache window | tickers | the same reply for',
    cachedFor('/prices/tickers', 600),
  ),
  by(
    'a cache window of signed prices twice as long',
    'cache window | signed-prices | the same reply for',
    cachedFor('/signed_prices', 2000),
  ),
  by('another error body', 'error body | candles of nothing | 400 {"error":"no"}', (said) =>
    said.path === '/prices/candles' ? { ...said, json: { error: 'no' } } : said,
  ),
  by('an endpoint that is not there', 'status | rates | 404', (said) =>
    said.path.startsWith('/rates') ? { ...said, status: 404, json: { errors: ['?'] } } : said,
  ),
  by('another content type', 'header | content-type at ping, tickers,', (said) => ({
    ...said,
    headers: { ...said.headers, 'content-type': 'text/plain' },
  })),
  inJson(
    'min above max',
    'identity | tickers | not min <= median <= max:',
    '/prices/tickers',
    (json) => void Object.assign(json[9], { minPrice: `${json[9].maxPrice}0` }),
  ),
  inJson(
    'candles that are not a period apart',
    'identity | candles | times that are not a period apart',
    '/prices/candles',
    (json) => void json.candles[9].splice(0, 1, json.candles[9][0] - 60),
  ),
  inJson(
    'a net rate that is no sum',
    'identity | markets-info netRateLong | not funding + borrowing:',
    '/markets/info',
    (json) => void Object.assign(json.markets[5], { netRateLong: '1' }),
  ),
  inJson(
    'rates of a year where those of a second stood',
    'identity | rates against markets-info |',
    '/rates',
    (json) => {
      for (const { ratesSnapshots } of json)
        for (const row of ratesSnapshots)
          for (const key of Object.keys(row))
            if (key !== 'timestamp') row[key] = `${BigInt(row[key]) * 31_536_000n}`
    },
  ),
  inJson(
    'a signed price that is not the ticker’s',
    'identity | signed-prices against tickers | not the same in one second:',
    '/signed_prices',
    each(listed('signedPrices'), (row) =>
      Object.assign(row, { maxPrice: `${BigInt(String(row['maxPrice'])) + 1n}` }),
    ),
  ),
  inJson(
    'candles of another price',
    'identity | candles against tickers | ETH costs',
    '/prices/candles',
    (json) => ({
      ...json,
      candles: json.candles.map(([time, ...prices]: number[]) => [
        time,
        ...prices.map((price) => price * 1.02),
      ]),
    }),
  ),
  inJson('snapshots oldest first', 'order | rates ratesSnapshots: rows |', '/rates', (json) =>
    json.map((row: { ratesSnapshots: unknown[] }) => ({
      ...row,
      ratesSnapshots: row.ratesSnapshots.toReversed(),
    })),
  ),
  inJson(
    'a close above the high',
    'identity | candles | 1 rows whose open or close',
    '/prices/candles',
    (json) => void json.candles[3].splice(4, 1, json.candles[3][2] * 2),
  ),
  inJson(
    'rates whose net is no difference',
    'identity | rates netRateShort | not funding - borrowing:',
    '/rates',
    (json) => void Object.assign(json[5].ratesSnapshots[0], { netRateShort: '1' }),
  ),
]
