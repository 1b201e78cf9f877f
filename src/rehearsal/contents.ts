/** Prices in replies, parsed from their bytes, once per distinct reply; and prices that a client reports acting on. */

import type { Dialect } from '../api/endpoints/define.js'
import { ROUTED } from '../api/endpoints/index.js'
import { layoutOf } from '../api/endpoints/layout.js'
import type { Reply } from '../api/routing/reply.js'
import { ANY_SYMBOL } from '../grading/matches.js'
import type { Content, Observation } from '../grading/timeline.js'
import { UserError } from '../kit/errors.js'
import { getOrCreate, memoised } from '../kit/maps.js'
import type { Effect } from '../kit/outcome-class.js'
import type { NetworkName } from '../market/catalogue/names.js'
import { sdkTokensOf } from '../market/catalogue/sdk-names.js'
import type { Catalogue, Network } from '../market/catalogue/types.js'
import { isNamedBy, namedRowsOf } from '../scenario/named-rows.js'
import { suggestion } from '../scenario/read/hints.js'
import type { ObservedPrice } from '../session/recorder.js'

export type ContentReader = ReturnType<typeof createContentReader>

/** Source of a reply; `search` is the query. */
interface Origin extends Pick<Content, 'network'> {
  readonly endpoint: string | null
  readonly search: string
  readonly dialect: Dialect
}

type Sent = Pick<Reply, 'body' | 'asOfMs' | 'struck'>

/** `originMs` returns the start of the timeline, ms since 1970. */
export function createContentReader(catalogue: Catalogue, originMs: () => number) {
  const known = new WeakMap<Buffer, Content>()
  /** Error bodies repeat, each time in another buffer. */
  const invalid = new Map<string, Content>()
  /** All parsed contents, in order. */
  const all: Content[] = []
  const parse = (reply: Sent, { network, endpoint, search }: Origin, { met, flaw }: Effect, atMs: number) => {
    const units = unitsOf(catalogue, network)
    const prices =
      met === 'error'
        ? null
        : getOrCreate(readBefore, reply.body, (body) =>
            pricesIn(body, READERS[endpoint ?? ''], units, search, catalogue.networks[network]!),
          )
    const isData = met === 'good' || flaw !== 'poisoned'
    if (prices === null && met !== 'error' && isData) return null
    const key = `${network} ${endpoint} ${prices === null ? reply.body : ''}`
    const found = prices === null ? invalid.get(key) : undefined
    if (found !== undefined) return found
    const numbers = prices ?? numbersIn(reply.body, catalogue.networks[network]!)
    // An error without numbers misleads no client.
    if (numbers === null || (met === 'error' && numbers.size === 0)) return null
    const plain: Content = {
      network,
      endpoint: endpoint ?? '',
      prices: numbers,
      sentMs: atMs,
      asOfMs: reply.asOfMs - originMs(),
      // Stale data is identified by its age.
      flaw: prices === null ? 'invalid' : flaw === 'stale' ? null : flaw,
    }
    const inOrder = plain.flaw === 'poisoned' ? sorted(plain, reply.body) : undefined
    const content = inOrder === undefined ? plain : { ...plain, inOrder }
    if (prices === null) invalid.set(key, content)
    all.push(content, ...(inOrder === undefined ? [] : [inOrder]))
    return content
  }
  /** Rows that a fault spares are sound; a reply with some older rows is as young as its other rows. */
  const parseRows = (reply: Sent, asked: Origin, effect: Effect, atMs: number) => {
    const { struck } = reply
    const isStale = effect.flaw === 'stale'
    if (struck === undefined || !(isStale || effect.flaw === 'poisoned'))
      return parse(reply, asked, effect, atMs)
    const { named, others } = rowsOf(reply.body, struck.only, asked, catalogue)
    const spared = parse({ ...reply, body: others }, asked, { met: 'good', flaw: null }, atMs)
    const bad = parse({ ...reply, ...(isStale && { ...struck, body: named }) }, asked, effect, atMs)
    return isStale ? spared : bad
  }
  return {
    all,
    /** Parses the prices of a reply; null if it has none, or none that are valid. */
    read(reply: Sent, asked: Origin, effect: Effect, atMs: number): Content | null {
      if (asked.endpoint === null || !(asked.endpoint in READERS)) return null
      const found = known.get(reply.body)
      if (found !== undefined) return found
      const content = parseRows(reply, asked, effect, atMs)
      if (content !== null) known.set(reply.body, content)
      return content
    },
  }
}

/** A body with the rows of some tokens and markets only, and the same without them. */
function rowsOf(body: Buffer, names: readonly string[], asked: Origin, { networks }: Catalogue) {
  const { network, endpoint, dialect } = asked
  const found = ROUTED.find(({ id }) => id === endpoint)
  if (found === undefined) throw new Error(`no endpoint ${endpoint} has rows`)
  const layout = layoutOf(found, dialect)
  const isNamed = isNamedBy(names, networks[network]!)
  const whole: unknown = JSON.parse(body.toString())
  const rowsThat = (areNamed: boolean) => {
    const part = namedRowsOf(whole, layout, (...row) => isNamed(...row) === areNamed)
    return Buffer.from(JSON.stringify(part))
  }
  return { named: rowsThat(true), others: rowsThat(false) }
}

const MAX_NUMBERS = 1000

/** All numbers of a JSON body, as USD and as raw prices for each number of decimals; null if it is not JSON. */
function numbersIn(body: Buffer, network: Network): Prices | null {
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
  const units = new Set(Array.from(decimalsOf(network).values(), (decimals) => 10 ** (30 - decimals)))
  return new Map([[ANY_SYMBOL, [...numbers].flatMap((n) => [n, ...Array.from(units, (unit) => n / unit)])]])
}

/** Sessions of a seed share bodies, so concurrent rehearsals parse most of them once. */
const readBefore = new WeakMap<Buffer, Prices | null>()

function pricesIn(
  body: Buffer,
  read: Read | undefined,
  ...how: [units: Units, search: string, network: Network]
): Prices | null {
  try {
    return read?.(JSON.parse(body.toString()), ...how) ?? null
  } catch {
    return null
  }
}

/** USD of the price string of a token: string / 10^(30 - decimals - oracleDecimals). */
type Units = (symbol: string, oracleDecimals: number) => number

const decimalsOf = memoised(
  ({ tokens }: Network) => new Map(tokens.map(({ symbol, decimals }) => [symbol, decimals])),
)

function unitsOf(catalogue: Catalogue, network: NetworkName): Units {
  const decimals = decimalsOf(catalogue.networks[network]!)
  return (symbol, oracleDecimals) => 10 ** (30 - (decimals.get(symbol) ?? 18) - oracleDecimals)
}

/** A raw price string of a token in USD; NaN if it is not a number. */
export function usdOf(catalogue: Catalogue, network: NetworkName, symbol: string, raw: string): number {
  return numberOf(raw) / unitsOf(catalogue, network)(symbol, 0)
}

type Prices = Content['prices']
type Row = Readonly<Record<string, unknown>>
type Read = (body: unknown, units: Units, search: string, network: Network) => Map<string, number[]>

type Ends = ReturnType<typeof endsOf>

/** The first and the last candle, in this order if the newest one is where it should be. */
const ENDS: Readonly<Record<string, (body: unknown) => Ends>> = {
  candles: (body) =>
    endsOf((body as { candles: unknown[][] }).candles.map(([start, , , , close]) => [start, close])),
  'api-ohlcv': (body) =>
    endsOf((body as Row[]).map(({ timestamp, close }) => [timestamp, close] as const).toReversed()),
}

function endsOf(rows: readonly (readonly [start: unknown, close: unknown])[]) {
  const ends = [rows.at(0), rows.at(-1)].filter((row) => row !== undefined)
  return ends.map(([start, close]) => ({ start: numberOf(start), close: numberOf(close) }))
}

const READERS: Readonly<Record<string, Read>> = {
  tickers: (body, units) => rowsIn(body as Row[], units),
  'signed-prices': (body, units) => rowsIn((body as { signedPrices: Row[] }).signedPrices, units),
  'prices-24h': (body) => new Map((body as Row[]).map((row) => [symbolOf(row), [numberOf(row['close'])]])),
  // The newest candle is the running one; clients act on its close.
  candles: (body, _units, search) => closesIn(ENDS['candles']!(body), search, 'tokenSymbol'),
  'api-tokens-info': (body) => wholePrices(body, ({ symbol, prices }) => [String(symbol), prices as Row]),
  'api-prices-tickers': (body, _units, _search, network) =>
    wholePrices(
      sdkTokensOf(network).flatMap(({ address, symbol }) => {
        const prices = (body as Readonly<Record<string, Row>>)[address]
        return prices === undefined ? [] : [{ symbol, prices }]
      }),
      ({ symbol, prices }) => [String(symbol), prices as Row],
    ),
  'api-markets-tickers': (body) => wholePrices(body, (row) => [String(row['symbol']).split('/', 1)[0]!, row]),
  'api-ohlcv': (body, _units, search) => closesIn(ENDS['api-ohlcv']!(body), search, 'symbol'),
}

function closesIn(ends: Ends, search: string, parameter: string): Map<string, number[]> {
  const symbol = new URLSearchParams(search).get(parameter) ?? ''
  return new Map([[symbol, ends.map(({ close }) => close)]])
}

/** Candles sorted by time; undefined if they are sorted, or have no order. */
function sorted(content: Content, body: Buffer): Content | undefined {
  const [first, last] = ENDS[content.endpoint]?.(JSON.parse(body.toString())) ?? []
  if (first === undefined || last === undefined || !(last.start > first.start)) return undefined
  const [symbol = ''] = content.prices.keys()
  return { ...content, flaw: null, prices: new Map([[symbol, [last.close]]]) }
}

/** Prices of whole tokens, USD x 10^30. */
function wholePrices(body: unknown, partsOf: (row: Row) => readonly [symbol: string, prices: Row]) {
  const prices = (body as Row[]).map(partsOf).map(([symbol, { minPrice, maxPrice }]) => {
    const [min, max] = [numberOf(minPrice) / 1e30, numberOf(maxPrice) / 1e30]
    return [symbol, [min, max, (min + max) / 2]] as [string, number[]]
  })
  return new Map(prices)
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

/** Networks that price each symbol. */
export const homesIn = memoised((catalogue: Catalogue): ReadonlyMap<string, readonly NetworkName[]> => {
  const homes = new Map<string, NetworkName[]>()
  for (const network of catalogue.bases.networks)
    for (const { symbol, priced } of catalogue.networks[network]!.tokens)
      if (priced) getOrCreate(homes, symbol, () => []).push(network)
  return homes
})

/** Converts a client's report; throws a UserError for an unpriced symbol. */
export function toObservation(
  { symbol, price, raw = false, network }: ObservedPrice,
  catalogue: Catalogue,
  atMs: number,
  client: number,
): Observation {
  const homes = homesIn(catalogue)
  const home = network ?? homes.get(symbol)?.[0]
  if (home === undefined || !homes.get(symbol)?.includes(home)) {
    const known = [...homes.keys()].filter((name) => !network || homes.get(name)?.includes(network))
    const what = `no token of that symbol has a price${network === undefined ? '' : ` on ${network}`}`
    throw new UserError(what, symbol.slice(0, 40), suggestion(symbol, known, 'write a symbol of /tokens'))
  }
  // Code in process may pass anything.
  const text = String(price ?? '')
  const usd = raw ? usdOf(catalogue, home, symbol, text) : text.trim() === '' ? Number.NaN : Number(text)
  // Significant ones, with trailing zeros: `2041.20` has six.
  const digits = text.replace(/e.*$/i, '').replace(/[^\d]/g, '').replace(/^0+/, '').length
  const unreadable = Number.isNaN(usd) && /\d/.test(text) ? { unreadable: text.slice(0, 40) } : {}
  return { atMs, symbol, price: usd, digits, client, ...unreadable, ...(network && { network }) }
}
