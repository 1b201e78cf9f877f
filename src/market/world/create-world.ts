import { type ByteCache, createByteCache } from '../../kit/byte-cache.js'
import { lazyModule, untilDone } from '../../kit/lazy.js'
import { memoised } from '../../kit/maps.js'
import { zeros } from '../../kit/numbers/decimal.js'
import type { Hex } from '../../kit/numbers/hex.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import type { Asset, Catalogue, CatalogueToken, Network, Signer, TokenListing } from '../catalogue/types.js'
import { createLiquidity } from '../liquidity/liquidity.js'
import { createMarkets } from '../liquidity/markets.js'
import { createPools } from '../liquidity/pools.js'
import type { PricedAsset } from '../liquidity/price-reading.js'
import { drawHash, type Reorg } from '../oracle/chain.js'
import { encodeReport, feedIdOf } from '../oracle/report.js'
import { requireWebAssembly } from '../oracle/webassembly.js'
import { createFineDigits } from '../price/fine-digits.js'
import type { KernelOwner } from '../price/kernel-owner.js'
import { kernel } from '../price/load-kernel.js'
import type { AssetPrices, HalfSpreads, PriceFormat, Quote, SpreadAt } from '../price/prices.js'
import type { World } from './types.js'

const loadSigning = lazyModule(() => import('../oracle/signed-prices.js'))

export interface WorldOptions {
  readonly seed: string
  readonly catalogue: Catalogue
  readonly priceFormat: PriceFormat
  /** Signs on all networks; default: each network's own. */
  readonly signer?: Signer | undefined
  readonly cache?: ByteCache
}

const NO_CACHE = createByteCache(0)

/** Memory of worlds: reports its growth in bytes, and owns what they open in the kernel. */
export interface Account {
  readonly owner: KernelOwner
  grow(bytes: number): void
}

/** Creates a network's world from prices and chain reorganisations. `isFine`: full prices have digits below the quantum. */
export function createWorld(
  { seed, catalogue, priceFormat, signer, cache = NO_CACHE }: WorldOptions,
  network: Network,
  reorgs: readonly Reorg[],
  pricesOf: (asset: Asset, listing?: TokenListing) => AssetPrices,
  listingOf: (token: CatalogueToken) => TokenListing | undefined,
  at: World['at'],
  { grow, owner }: Account,
  isFine: boolean,
): World {
  const { bySymbol, priced } = indexTokens(network)
  const assetOf = (name: string) => catalogue.assets.get(name) as Asset
  const pricesOfToken = (token: CatalogueToken) => pricesOf(assetOf(token.asset), listingOf(token))
  const fineText = isFine ? createFineDigits(seed) : undefined
  const spreadKey = keyOf(seed, 'spread', network.name)
  const pricedAsset = (name: string): PricedAsset => {
    const asset = assetOf(name)
    return { baseQuanta: asset.baseQuanta, prices: pricesOf(asset) }
  }
  const quoteOf = (
    token: CatalogueToken,
    median: number,
    spread: HalfSpreads,
    format: PriceFormat,
  ): Quote => {
    const oracleDecimals = format === 'compacted' ? token.oracleDecimals : 0
    const scale = zeros(token.oracleDecimals - oracleDecimals)
    const text = (quanta: number) =>
      fineText === undefined || format === 'compacted' ? `${quanta}${scale}` : fineText(quanta, token)
    return {
      token,
      min: text(median - Math.round(median * spread.below)),
      median: text(median),
      max: text(median + Math.round(median * spread.above)),
      oracleDecimals,
    }
  }
  const spreads: SpreadAt[] = []
  const pricesAt: AssetPrices[] = []
  const quotes = (atSeconds: number, format: PriceFormat = priceFormat): Quote[] => {
    const list: Quote[] = []
    for (const [index, token] of priced.entries()) {
      if (!isListedAt(listingOf(token), atSeconds)) continue
      pricesAt[index] ??= pricesOfToken(token)
      const prices = pricesAt[index]
      const median = prices.tickAt(atSeconds)
      if (median === undefined) continue
      spreads[index] ??= kernel().openSpread(spreadKey, token.drawIndex, token.spreadBps, owner)
      const spread = spreads[index](atSeconds, prices.logVarianceAt(atSeconds))
      list.push(quoteOf(token, median, spread, format))
    }
    return list
  }
  const pools = createPools(seed, network, pricedAsset, grow)
  const loadOracle = untilDone(async () => {
    requireWebAssembly()
    const { createOracle } = await loadSigning()
    return createOracle(seed, network, signer ?? network.signer, reorgs)
  })
  return {
    network,
    markets: createMarkets(network, pools),
    liquidity: createLiquidity(network, pools),
    at,
    tokenBySymbol: (symbol) => bySymbol.get(symbol),
    quotes,
    reports(atSeconds) {
      const key = keyOf(seed, 'report', network.name)
      return quotes(atSeconds, 'full').map((quote) => reportOf(quote, atSeconds, key))
    },
    async signedPrices(atSeconds, manner) {
      return (await loadOracle()).sign(quotes(atSeconds), atSeconds * 1000, manner)
    },
    pricesOf: (token) => ({
      prices: pricesOfToken(token),
      priceDecimals: token.priceDecimals,
      listing: listingOf(token),
      kept: cache,
    }),
  }
}

export function isListedAt(
  { fromSeconds = Number.NEGATIVE_INFINITY, untilSeconds = Number.POSITIVE_INFINITY }: TokenListing = {},
  atSeconds: number,
): boolean {
  return atSeconds >= fromSeconds && atSeconds < untilSeconds
}

/** Token lists, shared by all worlds of a network. */
const indexTokens = memoised(({ tokens }: Network) => ({
  bySymbol: new Map(tokens.map((token) => [token.symbol, token])),
  priced: tokens.filter((token) => token.priced),
}))

const draws = new Draws()
const FEED_STREAM = 0
const REPORT_STREAM = 1

/** A full price string is USD x 10^(30 - decimals), a report's USD x 10^18. */
function reportOf({ token, min, median, max }: Quote, observedSeconds: number, key: Key): Hex {
  const toE18 = (text: string) => (BigInt(text) * 10n ** BigInt(token.decimals)) / 10n ** 12n
  const drawnId = (): Hex => `0x0003${drawHash(draws.at(key, FEED_STREAM, token.drawIndex)).slice(6)}`
  const feedId = feedIdOf(token) ?? drawnId()
  const facts = { feedId, observedSeconds, bid: toE18(min), price: toE18(median), ask: toE18(max) }
  return encodeReport(facts, draws.at(key, REPORT_STREAM + token.drawIndex, observedSeconds))
}
