/** What replies tell of prices, read from their bytes: once for all requests that get the same. */
import type { NetworkName } from '../catalogue/bases.js'
import type { Catalogue } from '../catalogue/types.js'
import type { Flaw } from '../core/outcome-class.js'
import type { Content } from '../grading/timeline.js'
import type { Reply } from '../routing/reply.js'

export interface ContentReader {
  /** What `reply` tells; null for an endpoint that tells no prices, or a body that cannot be read. */
  read(reply: Reply, asked: Origin, flaw: Flaw | null, atMs: number): Content | null
  /** All that were read, in that order. */
  readonly all: readonly Content[]
}

/** Where a reply is from; `search` is the query. */
interface Origin {
  readonly network: NetworkName
  readonly endpoint: string | null
  readonly search: string
}

/** `originMs` is the beginning of the time line, in ms since 1970, as it stands when it is asked. */
export function createContentReader(catalogue: Catalogue, originMs: () => number): ContentReader {
  const known = new WeakMap<Buffer, Content>()
  const all: Content[] = []
  return {
    all,
    read(reply, { network, endpoint, search }, flaw, atMs) {
      const found = known.get(reply.body)
      if (found !== undefined) return found
      const read = READERS[endpoint ?? '']
      if (read === undefined) return null
      const prices =
        readBefore.get(reply.body) ?? pricesIn(reply.body, read, unitsOf(catalogue, network), search)
      if (prices === null) return null
      readBefore.set(reply.body, prices)
      const content: Content = {
        network,
        endpoint: endpoint ?? '',
        asOfMs: reply.asOfMs - originMs(),
        // Old data is known by its age.
        flaw: flaw === 'stale' ? null : flaw,
        prices,
        sentMs: atMs,
      }
      known.set(reply.body, content)
      all.push(content)
      return content
    },
  }
}

/** Bodies are shared by all sessions of a seed, so that rehearsals side by side read most of them once. */
const readBefore = new WeakMap<Buffer, ReadonlyMap<string, readonly number[]>>()

function pricesIn(
  body: Buffer,
  read: Read,
  units: Units,
  search: string,
): ReadonlyMap<string, readonly number[]> | null {
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

/** A raw price string of a token in USD; NaN for what is no number. */
export function usdOf(catalogue: Catalogue, network: NetworkName, symbol: string, raw: string): number {
  return numberOf(raw) / unitsOf(catalogue, network)(symbol, 0)
}

type Row = Readonly<Record<string, unknown>>
type Read = (body: unknown, units: Units, search: string) => Map<string, number[]>

const READERS: Readonly<Record<string, Read>> = {
  tickers: (body, units) => rowsIn(body as Row[], units),
  'signed-prices': (body, units) => rowsIn((body as { signedPrices: Row[] }).signedPrices, units),
  'prices-24h': (body) =>
    new Map((body as Row[]).map((row) => [String(row['tokenSymbol']), [numberOf(row['close'])]])),
  // The newest is the running one: whoever acts on candles acts on its close.
  candles(body, _units, search) {
    const symbol = new URLSearchParams(search).get('tokenSymbol') ?? ''
    const rows = (body as { candles: unknown[][] }).candles
    const closes = [rows.at(0), rows.at(-1)].flatMap((row) => (row === undefined ? [] : [numberOf(row[4])]))
    return new Map([[symbol, closes]])
  },
}

/** Lower, upper and middle price of each row; the middle is what a client may well reckon for itself. */
function rowsIn(rows: readonly Row[], units: Units): Map<string, number[]> {
  const prices = new Map<string, number[]>()
  for (const row of rows) {
    const symbol = String(row['tokenSymbol'])
    const unit = units(symbol, typeof row['oracleDecimals'] === 'number' ? row['oracleDecimals'] : 0)
    const min = numberOf(row['minPrice'] ?? row['minPriceFull']) / unit
    const max = numberOf(row['maxPrice'] ?? row['maxPriceFull']) / unit
    const told = [min, max, (min + max) / 2]
    if (row['medianPrice'] !== undefined) told.push(numberOf(row['medianPrice']) / unit)
    prices.set(symbol, [...(prices.get(symbol) ?? []), ...told])
  }
  return prices
}

/** NaN for anything but a number or the text of one. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN
}
