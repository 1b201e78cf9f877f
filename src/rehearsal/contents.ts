/** Prices in replies, parsed from their bytes, once per distinct reply. */

import type { Reply } from '../api/routing/reply.js'
import { ANY_SYMBOL } from '../grading/matches.js'
import type { Content } from '../grading/timeline.js'
import type { Effect } from '../kit/outcome-class.js'
import type { NetworkName } from '../market/catalogue/names.js'
import type { Catalogue } from '../market/catalogue/types.js'

export interface ContentReader {
  /** Parses the prices of a reply; null if it has none, or none that are valid. */
  read(reply: Reply, asked: Origin, fate: Effect, atMs: number): Content | null
  /** All parsed contents, in order. */
  readonly all: readonly Content[]
}

/** Source of a reply; `search` is the query. */
interface Origin {
  readonly network: NetworkName
  readonly endpoint: string | null
  readonly search: string
}

/** `originMs` returns the start of the timeline, ms since 1970. */
export function createContentReader(catalogue: Catalogue, originMs: () => number): ContentReader {
  const known = new WeakMap<Buffer, Content>()
  /** Error bodies repeat, each time in another buffer. */
  const invalid = new Map<string, Content>()
  const all: Content[] = []
  const read: ContentReader['read'] = (reply, { network, endpoint, search }, { met, flaw }, atMs) => {
    const prices =
      met === 'error' ? null : pricesOf(reply.body, endpoint, unitsOf(catalogue, network), search)
    const isData = met === 'good' || flaw !== 'poisoned'
    if (prices === null && met !== 'error' && isData) return null
    const key = `${network} ${endpoint} ${prices === null ? reply.body : ''}`
    const found = prices === null ? invalid.get(key) : undefined
    if (found !== undefined) return found
    const numbers = prices ?? numbersIn(reply.body, catalogue, network)
    // An error without numbers misleads no client.
    if (numbers === null || (met === 'error' && numbers.size === 0)) return null
    const content: Content = {
      network,
      endpoint: endpoint ?? '',
      asOfMs: reply.asOfMs - originMs(),
      // Stale data is identified by its age.
      flaw: prices === null ? 'invalid' : flaw === 'stale' ? null : flaw,
      prices: numbers,
      sentMs: atMs,
    }
    if (prices === null) invalid.set(key, content)
    all.push(content)
    return content
  }
  return {
    all,
    read(reply, asked, effect, atMs) {
      if (asked.endpoint === null || !(asked.endpoint in READERS)) return null
      const found = known.get(reply.body)
      if (found !== undefined) return found
      const content = read(reply, asked, effect, atMs)
      if (content !== null) known.set(reply.body, content)
      return content
    },
  }
}

function pricesOf(body: Buffer, endpoint: string | null, units: Units, search: string): Prices | null {
  const before = readBefore.get(body)
  if (before !== undefined) return before
  const prices = pricesIn(body, READERS[endpoint ?? ''], units, search)
  if (prices !== null) readBefore.set(body, prices)
  return prices
}

const MAX_NUMBERS = 1000

/** All numbers of a JSON body, as USD and as raw prices for each number of decimals; null if it is not JSON. */
function numbersIn(body: Buffer, catalogue: Catalogue, network: NetworkName): Prices | null {
  const numbers = new Set<number>()
  const add = (value: unknown): void => {
    if (numbers.size >= MAX_NUMBERS) return
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(add)
    else if (Number.isFinite(numberOf(value))) numbers.add(numberOf(value))
  }
  try {
    add(JSON.parse(body.toString()))
  } catch {
    return null
  }
  if (numbers.size === 0) return new Map()
  const units = new Set(
    Array.from(decimalsOf(catalogue, network).values(), (decimals) => 10 ** (30 - decimals)),
  )
  return new Map([[ANY_SYMBOL, [...numbers].flatMap((n) => [n, ...Array.from(units, (unit) => n / unit)])]])
}

/** Sessions of a seed share bodies, so concurrent rehearsals parse most of them once. */
const readBefore = new WeakMap<Buffer, Prices>()

function pricesIn(body: Buffer, read: Read, units: Units, search: string): Prices | null {
  try {
    return read(JSON.parse(body.toString()), units, search)
  } catch {
    return null
  }
}

/** USD of the price string of a token: string / 10^(30 - decimals - oracleDecimals). */
type Units = (symbol: string, oracleDecimals: number) => number

const decimalsBy = new WeakMap<Catalogue, Map<NetworkName, ReadonlyMap<string, number>>>()

function decimalsOf(catalogue: Catalogue, network: NetworkName): ReadonlyMap<string, number> {
  const ofNetworks = decimalsBy.get(catalogue) ?? new Map<NetworkName, ReadonlyMap<string, number>>()
  decimalsBy.set(catalogue, ofNetworks)
  const known = ofNetworks.get(network)
  if (known !== undefined) return known
  const made = new Map(catalogue.networks[network].tokens.map(({ symbol, decimals }) => [symbol, decimals]))
  ofNetworks.set(network, made)
  return made
}

function unitsOf(catalogue: Catalogue, network: NetworkName): Units {
  const decimals = decimalsOf(catalogue, network)
  return (symbol, oracleDecimals) => 10 ** (30 - (decimals.get(symbol) ?? 18) - oracleDecimals)
}

/** A raw price string of a token in USD; NaN if it is not a number. */
export function usdOf(catalogue: Catalogue, network: NetworkName, symbol: string, raw: string): number {
  return numberOf(raw) / unitsOf(catalogue, network)(symbol, 0)
}

type Prices = Content['prices']
type Row = Readonly<Record<string, unknown>>
type Read = (body: unknown, units: Units, search: string) => Map<string, number[]>

const READERS: Readonly<Record<string, Read>> = {
  tickers: (body, units) => rowsIn(body as Row[], units),
  'signed-prices': (body, units) => rowsIn((body as { signedPrices: Row[] }).signedPrices, units),
  'prices-24h': (body) => new Map((body as Row[]).map((row) => [symbolOf(row), [numberOf(row['close'])]])),
  // The newest candle is the running one; clients act on its close.
  candles(body, _units, search) {
    const symbol = new URLSearchParams(search).get('tokenSymbol') ?? ''
    const rows = (body as { candles: unknown[][] }).candles
    const closes = [rows.at(0), rows.at(-1)].flatMap((row) => (row === undefined ? [] : [numberOf(row[4])]))
    return new Map([[symbol, closes]])
  },
  'api-tokens-info': (body) =>
    wholePrices(body as Row[], ({ symbol, prices }) => [String(symbol), prices as Row]),
  'api-markets-tickers': (body) =>
    wholePrices(body as Row[], (row) => [String(row['symbol']).split('/', 1)[0], row]),
  'api-ohlcv'(body, _units, search) {
    const symbol = new URLSearchParams(search).get('symbol') ?? ''
    const closes = [(body as Row[]).at(-1), (body as Row[]).at(0)].flatMap((row) =>
      row === undefined ? [] : [numberOf(row['close'])],
    )
    return new Map([[symbol, closes]])
  },
}

/** Prices of whole tokens, USD x 10^30. */
function wholePrices(
  rows: readonly Row[],
  partsOf: (row: Row) => readonly [symbol: string, prices: Row],
): Map<string, number[]> {
  const prices = new Map<string, number[]>()
  for (const [symbol, { minPrice, maxPrice }] of rows.map(partsOf)) {
    const [min, max] = [numberOf(minPrice) / 1e30, numberOf(maxPrice) / 1e30]
    prices.set(symbol, [min, max, (min + max) / 2])
  }
  return prices
}

/** Lower, upper and middle price of each row; clients may compute the middle themselves. */
function rowsIn(rows: readonly Row[], units: Units): Map<string, number[]> {
  const prices = new Map<string, number[]>()
  for (const row of rows) {
    const symbol = symbolOf(row)
    const unit = units(symbol, typeof row['oracleDecimals'] === 'number' ? row['oracleDecimals'] : 0)
    const min = numberOf(row['minPrice'] ?? row['minPriceFull']) / unit
    const max = numberOf(row['maxPrice'] ?? row['maxPriceFull']) / unit
    const values = [min, max, (min + max) / 2]
    if (row['medianPrice'] !== undefined) values.push(numberOf(row['medianPrice']) / unit)
    prices.set(symbol, [...(prices.get(symbol) ?? []), ...values])
  }
  return prices
}

function symbolOf({ tokenSymbol }: Row): string {
  if (typeof tokenSymbol !== 'string') throw new TypeError('a row without a symbol')
  return tokenSymbol
}

/** NaN unless it is a number or the text of one. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN
}
