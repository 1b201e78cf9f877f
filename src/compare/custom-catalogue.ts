/** A catalogue overlay with the tokens and markets that were added, removed or changed. */
import { type Network, ZERO_ADDRESS } from '../market/catalogue/types.js'
import type {
  CatalogueInput,
  MarketInput,
  NetworkListsInput,
  TokenInput,
} from '../scenario/custom-catalogue/input.js'
import { CatalogueError, checkOverlayValue, readOverlay } from '../scenario/custom-catalogue/read.js'
import type { Lists } from './lists.js'
import type { JsonRow } from './values.js'

/** With notes on rows that cannot be written. */
export function overlayFor(
  theirs: Lists,
  network: Network,
  assets: ReadonlySet<string>,
): { readonly overlay: CatalogueInput | undefined; readonly notes: readonly string[] } {
  const notes: string[] = []
  const skip = (what: string, why: string) => notes.push(`${what} is not in the catalogue: ${why}`)
  const { tokens, unwritten } = tokenChanges(theirs, network, assets, skip)
  const markets = marketChanges(theirs, network, unwritten, skip)
  const lists = { ...(tokens.length > 0 && { tokens }), ...(markets.length > 0 && { markets }) }
  return { overlay: tokens.length + markets.length === 0 ? undefined : { [network.name]: lists }, notes }
}

const lower = (value: unknown) => String(value).toLowerCase()

type Skip = (what: string, why: string) => void

function loadProblem(lists: NetworkListsInput): string | undefined {
  try {
    checkOverlayValue({ it: lists })
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    return error.lines[0]!.replace(/^it\S* /, '')
  }
}

/** Matches tokens by address, or by symbol after a move; a symbol may pass from one token to another. */
function tokenChanges({ tokens, tickers }: Lists, network: Network, assets: ReadonlySet<string>, skip: Skip) {
  /** Addresses of new tokens that were skipped, on which no market can be based. */
  const unwritten = new Set<string>()
  if (tokens.length === 0) return { tokens: [], unwritten }
  const tickerOf = new Map(tickers.map((row) => [lower(row['tokenAddress']), row]))
  const byAddress = new Map(network.tokens.map((token) => [lower(token.address), token]))
  const bySymbol = new Map(network.tokens.map((token) => [token.symbol, token]))
  const there = new Set(tokens.map((row) => lower(row['address'])))
  const written = new Set<string>()
  const rows = tokens.map((row) => {
    const symbol = String(row['symbol'])
    const [address, decimals] = [String(row['address']), Number(row['decimals'])]
    const synthetic = row['synthetic'] === true
    const namesake = bySymbol.get(symbol)
    const moved = namesake !== undefined && !there.has(lower(namesake.address)) ? namesake : undefined
    const token = byAddress.get(lower(address)) ?? moved
    const ticker = tickerOf.get(lower(address))
    const isPriced = ticker !== undefined
    const price = priceOf(ticker, decimals)
    const level = assets.has(symbol) ? {} : { price: price ?? 1 }
    const priced = token !== undefined && tickers.length === 0 ? token.priced : price !== undefined
    const change: TokenInput =
      token?.symbol === symbol
        ? {
            symbol,
            ...(lower(token.address) !== lower(address) && { address }),
            ...(token.decimals !== decimals && { decimals }),
            ...(token.synthetic !== synthetic && { synthetic }),
            ...(tickers.length > 0 && token.priced !== isPriced && { priced: isPriced }),
          }
        : {
            symbol,
            address,
            decimals,
            ...(synthetic && { synthetic }),
            ...(token === undefined ? level : { asset: token.asset }),
            ...(!priced && { priced: false }),
          }
    const why = written.has(symbol) ? 'its symbol is listed twice' : loadProblem({ tokens: [change] })
    if (why !== undefined) {
      skip(`the token ${symbol}`, why)
      if (token === undefined) unwritten.add(lower(address))
      return { kind: 'skipped', token, change }
    }
    written.add(symbol)
    return { kind: token === undefined ? 'new' : token.symbol === symbol ? 'same' : 'renamed', token, change }
  })
  /** By row: the symbol of a token that stays in place. */
  const stays = rows.map(({ kind, token }) =>
    kind === 'same' || kind === 'skipped' ? token?.symbol : undefined,
  )
  /** The same with renamed tokens, which are inserted again. */
  const present = rows.map(({ kind, change }, position) =>
    kind === 'renamed' ? change.symbol : stays[position],
  )
  const gone = network.tokens.filter(({ symbol }) => !stays.includes(symbol))
  const insertions = (wanted: string, existing: typeof stays) =>
    rows.flatMap(({ kind, change }, position) =>
      kind === wanted ? [{ ...change, ...beforeOf(position, existing) }] : [],
    )
  const changes = rows.filter(({ kind, change }) => kind === 'same' && Object.keys(change).length > 1)
  return {
    // Removals first, as they free symbols; renamed tokens precede new ones that may take their old names.
    tokens: [
      ...gone.map(({ symbol }) => ({ symbol, remove: true as const })),
      ...insertions('renamed', stays),
      ...changes.map(({ change }) => change),
      ...insertions('new', present),
    ],
    unwritten,
  }
}

/** The next existing token or market; empty at the end of the list. */
function beforeOf(position: number, existing: readonly (string | undefined)[]): { readonly before?: string } {
  const before = existing.slice(position + 1).find((name) => name !== undefined)
  return before === undefined ? {} : { before }
}

/** Four digits suffice for a price level. */
function priceOf(ticker: JsonRow | undefined, decimals: number): number | undefined {
  const digits = Number(ticker?.['medianPrice'] ?? ticker?.['minPrice'])
  const usd = digits / 10 ** (30 - decimals - Number(ticker?.['oracleDecimals'] ?? 0))
  return usd > 0 ? Number(usd.toPrecision(4)) : undefined
}

const SIDES = ['indexToken', 'longToken', 'shortToken'] as const

function marketChanges({ markets }: Lists, network: Network, unwritten: ReadonlySet<string>, skip: Skip) {
  if (markets.length === 0) return []
  const known = new Map(network.markets.map((market) => [lower(market.marketToken), market]))
  const there = new Set(markets.map((row) => lower(row['marketToken'])))
  const gone = network.markets.filter(({ marketToken }) => !there.has(lower(marketToken)))
  const stays = markets.map(({ marketToken }) => known.get(lower(marketToken))?.marketToken)
  const changes = markets.flatMap((row, position): MarketInput[] => {
    const marketToken = String(row['marketToken'])
    const market = known.get(lower(marketToken))
    const isListed = row['isListed'] !== false
    const day = typeof row['listingDate'] === 'string' ? row['listingDate'].slice(0, 10) : undefined
    const name = String(row['name'])
    const tokenAt = (key: string) => (lower(row[key]) === ZERO_ADDRESS ? 'none' : String(row[key]))
    const sides = SIDES.filter((side) => market === undefined || lower(market[side]) !== lower(row[side]))
    const change: MarketInput = {
      marketToken,
      ...(market?.name !== name && { name }),
      ...Object.fromEntries(sides.map((side) => [side, tokenAt(side)])),
      ...((market?.isListed ?? true) !== isListed && { isListed }),
      ...(day !== undefined && market?.listingDate?.slice(0, 10) !== day && { listingDate: day }),
      ...(market === undefined && beforeOf(position, stays)),
    }
    if (Object.keys(change).length === 1) return []
    const lacks = sides.find((side) => unwritten.has(lower(row[side])))
    const why = lacks === undefined ? loadProblem({ markets: [change] }) : `its ${lacks} is missing`
    if (why === undefined) return [change]
    skip(`the market ${name}`, why)
    return []
  })
  return [...gone.map(({ marketToken }) => ({ marketToken, remove: true as const })), ...changes]
}

/** Formats as JSON for a file of that ending, else as YAML, one token or market per line; rejects what the catalogue reader would refuse. */
export async function overlayText(overlay: CatalogueInput, base: string, path: string): Promise<string> {
  const text = /\.json$/i.test(path) ? `${JSON.stringify(overlay, null, 2)}\n` : await yamlOf(overlay, base)
  await readOverlay(text, 'the catalogue')
  return text
}

async function yamlOf(overlay: CatalogueInput, base: string): Promise<string> {
  const { Document, isSeq, visit } = await import('yaml')
  const document = new Document(overlay)
  visit(document, {
    Map(_key, node, path) {
      if (isSeq(path.at(-1))) node.flow = true
    },
    Scalar(_key, node) {
      if (typeof node.value === 'string' && node.value.startsWith('0x')) node.type = 'QUOTE_DOUBLE'
    },
  })
  document.commentBefore = ` Differences of ${base}, found by gmx-sim compare. Use: gmx-sim serve --catalogue <this file>`
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}
