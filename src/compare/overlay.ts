/** The catalogue file that brings ours up to date: tokens and markets that came, went or changed. */
import type { Network } from '../catalogue/types.js'
import { ZERO_ADDRESS } from '../catalogue/types.js'
import type { CatalogueInput, MarketInput, TokenInput } from '../overlay/input.js'
import type { Lists, Row } from './lists.js'

/** Nothing where there is nothing to mend. `assets` are the names of prices that gmx-sim has. */
export function overlayFor(
  theirs: Lists,
  network: Network,
  assets: ReadonlySet<string>,
): CatalogueInput | undefined {
  const tokens = tokenChanges(theirs, network, assets)
  const markets = marketChanges(theirs, network)
  if (tokens.length + markets.length === 0) return undefined
  return { [network.name]: { ...(tokens.length > 0 && { tokens }), ...(markets.length > 0 && { markets }) } }
}

const lower = (value: unknown) => String(value).toLowerCase()

function tokenChanges(
  { tokens, tickers }: Lists,
  network: Network,
  assets: ReadonlySet<string>,
): TokenInput[] {
  if (tokens.length === 0) return []
  const tickerOf = new Map(tickers.map((row) => [lower(row['tokenAddress']), row]))
  const known = new Map(network.tokens.map((token) => [token.symbol, token]))
  const symbols = new Set(tokens.map((row) => String(row['symbol'])))
  const gone = network.tokens.filter(({ symbol }) => !symbols.has(symbol))
  return [
    ...tokens.flatMap((row): TokenInput[] => {
      const symbol = String(row['symbol'])
      const token = known.get(symbol)
      const [address, decimals] = [String(row['address']), Number(row['decimals'])]
      const synthetic = row['synthetic'] === true
      if (token === undefined) {
        const price = priceOf(tickerOf.get(lower(address)), decimals)
        return [
          {
            symbol,
            address,
            decimals,
            ...(synthetic && { synthetic }),
            ...(!assets.has(symbol) && { price: price ?? 1 }),
            ...(price === undefined && { priced: false }),
          },
        ]
      }
      const change = {
        ...(lower(token.address) !== lower(address) && { address }),
        ...(token.decimals !== decimals && { decimals }),
        ...(token.synthetic !== synthetic && { synthetic }),
      }
      const isPriced = tickerOf.has(lower(address))
      const priced = tickers.length > 0 && token.priced !== isPriced ? { priced: isPriced } : {}
      return Object.keys({ ...change, ...priced }).length === 0 ? [] : [{ symbol, ...change, ...priced }]
    }),
    ...gone.map(({ symbol }) => ({ symbol, remove: true as const })),
  ]
}

/** Four digits are enough for a level. */
function priceOf(ticker: Row | undefined, decimals: number): number | undefined {
  const digits = Number(ticker?.['medianPrice'] ?? ticker?.['minPrice'])
  const usd = digits / 10 ** (30 - decimals - Number(ticker?.['oracleDecimals'] ?? 0))
  return usd > 0 ? Number(usd.toPrecision(4)) : undefined
}

function marketChanges({ markets }: Lists, network: Network): MarketInput[] {
  if (markets.length === 0) return []
  const known = new Map(network.markets.map((market) => [lower(market.marketToken), market]))
  const there = new Set(markets.map((row) => lower(row['marketToken'])))
  return [
    ...markets.flatMap((row): MarketInput[] => {
      const marketToken = String(row['marketToken'])
      const market = known.get(lower(marketToken))
      const isListed = row['isListed'] !== false
      const day = typeof row['listingDate'] === 'string' ? row['listingDate'].slice(0, 10) : undefined
      const name = String(row['name'])
      const tokenAt = (key: string) => (lower(row[key]) === ZERO_ADDRESS ? 'none' : String(row[key]))
      if (market === undefined)
        return [
          {
            marketToken,
            name,
            indexToken: tokenAt('indexToken'),
            longToken: tokenAt('longToken'),
            shortToken: tokenAt('shortToken'),
            ...(!isListed && { isListed }),
            ...(day !== undefined && { listingDate: day }),
          },
        ]
      const change = {
        ...(market.name !== name && { name }),
        ...(market.isListed !== isListed && { isListed }),
        ...(day !== undefined && market.listingDate?.slice(0, 10) !== day && { listingDate: day }),
      }
      return Object.keys(change).length === 0 ? [] : [{ marketToken, ...change }]
    }),
    ...network.markets
      .filter(({ marketToken }) => !there.has(lower(marketToken)))
      .map(({ marketToken }) => ({ marketToken, remove: true as const })),
  ]
}

/** As YAML, one token or market a line. */
export async function overlayText(overlay: CatalogueInput, base: string): Promise<string> {
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
  document.commentBefore = ` What ${base} has otherwise, as gmx-sim compare saw it: gmx-sim serve --catalogue <this file>`
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}
