/** Composes the fixture files into a catalogue, and checks them against each other. */
import { toAssets, toKinds } from './assets.js'
import { createBases } from './bases.js'
import { refused, valueText } from './fixture.js'
import { toGlvs } from './glvs.js'
import type { NetworkName } from './names.js'
import type { FixtureFiles, MarketRecord, TokenRecord } from './schema.js'
import {
  type Asset,
  type Catalogue,
  type CatalogueGlv,
  type CatalogueMarket,
  type CatalogueToken,
  type Network,
  ZERO_ADDRESS,
} from './types.js'

/** Throws a UserError with exit code 3 if the files contradict each other. */
export function composeCatalogue(files: FixtureFiles): Catalogue {
  const catalogue = composeLazily(files)
  // GLVs need markets, which need tokens.
  for (const network of Object.values(catalogue.networks)) void network.glvs
  return catalogue
}

/** Composes each list when it is first read, and checks it then: the first replies of a process need few of them. */
export function composeLazily(files: FixtureFiles): Catalogue {
  const kinds = toKinds(files.kinds)
  const assets = toAssets(files.assets, kinds)
  const networks = Object.keys(files.networks).map((name) => toNetwork(name, files, assets))
  const based = Object.entries(files.networks).map(([name, { bases }]) => ({
    name,
    bases: Object.entries(bases),
  }))
  return {
    assets,
    kinds,
    networks: Object.fromEntries(networks.map((network) => [network.name, network])),
    bases: createBases(based),
  }
}

function toNetwork(name: NetworkName, files: FixtureFiles, assets: ReadonlyMap<string, Asset>): Network {
  const { chainId, blockTimeSeconds, signer } = files.networks[name]
  let tokens: CatalogueToken[] | undefined
  let markets: CatalogueMarket[] | undefined
  let glvs: CatalogueGlv[] | undefined
  const network: Network = {
    name,
    chainId,
    blockTimeSeconds,
    signer,
    get tokens() {
      tokens ??= toTokens(name, files.tokens[name], assets)
      return tokens
    },
    get markets() {
      markets ??= toMarkets(name, files.markets[name], network.tokens)
      return markets
    },
    get glvs() {
      glvs ??= toGlvs(name, files.glvs[name], network.markets)
      return glvs
    },
  }
  return network
}

/** Decimals of the contracts' price: a raw token unit costs USD x 10^(30 - decimals). */
const CONTRACT_DECIMALS = 30

/** Tokens of a network in file order; throws if they repeat, or contradict each other or the assets. */
function toTokens(
  network: NetworkName,
  records: readonly TokenRecord[],
  assets: ReadonlyMap<string, Asset>,
): CatalogueToken[] {
  const numbered = withDrawIndexes(records)
  const symbols = new Set<string>()
  const addresses = new Set<string>()
  return numbered.map((record, index) => {
    const refuse = (key: keyof TokenRecord, hint: string) =>
      refused(`${network}/tokens.json`, ['tokens', index, key], `saw ${valueText(record[key])}`, hint)
    const asset = assets.get(record.asset)
    if (asset === undefined) throw refuse('asset', 'write the name of an asset in assets.json')
    if (symbols.has(record.symbol)) throw refuse('symbol', 'write a unique one')
    if (addresses.has(record.address.toLowerCase())) throw refuse('address', 'write a unique one')
    symbols.add(record.symbol)
    addresses.add(record.address.toLowerCase())
    const token = toToken(record, asset)
    if (token.oracleDecimals < 0)
      throw refuse(
        'decimals',
        `write at most ${CONTRACT_DECIMALS - asset.priceDecimals}, as ${asset.name} has ${asset.priceDecimals} price decimals`,
      )
    return token
  })
}

/** A record with the number that keys its random draws. */
export type NumberedRecord = TokenRecord & { readonly drawIndex: number }

/** Above the numbers of all built-in and generated tokens. */
const FIRST_OWN_INDEX = 8192
/** Below the other streams of spreads. */
const OWN_INDEXES = 900_000

/** Numbers each record; existing numbers stay, so that other tokens do not change its draws. */
export function withDrawIndexes(records: readonly TokenRecord[]): NumberedRecord[] {
  let place = 0
  return records.map((record) => {
    const { drawIndex, priced = true, address } = record
    if (drawIndex !== undefined) return { ...record, drawIndex }
    return { ...record, drawIndex: priced ? place++ : ownDrawIndex(address) }
  })
}

/** The number of a token outside the built-in order: derived from its address alone. */
export function ownDrawIndex(address: string): number {
  return FIRST_OWN_INDEX + (Number.parseInt(address.slice(-12), 16) % OWN_INDEXES)
}

/** The first number above those of built-in tokens. */
export function nextDrawIndex(tokens: readonly CatalogueToken[]): number {
  const places = tokens.map(({ drawIndex }) => drawIndex).filter((index) => index < FIRST_OWN_INDEX)
  return Math.max(-1, ...places) + 1
}

export function toToken(record: NumberedRecord, asset: Asset): CatalogueToken {
  const { symbol, address, decimals, synthetic = false, priced = true, spreadBps, drawIndex } = record
  const { priceDecimals, baseQuanta, stable } = asset
  const oracleDecimals = CONTRACT_DECIMALS - decimals - priceDecimals
  return {
    symbol,
    asset: asset.name,
    address,
    decimals,
    synthetic,
    priced,
    spreadBps,
    drawIndex,
    priceDecimals,
    baseQuanta,
    stable,
    oracleDecimals,
  }
}

/** Markets of a network in file order; throws if one repeats or names an unknown token. */
function toMarkets(
  network: NetworkName,
  records: readonly MarketRecord[],
  tokens: readonly CatalogueToken[],
): CatalogueMarket[] {
  const tokenAt = new Map(tokens.map((token) => [token.address, token]))
  const taken = new Set(tokens.map((token) => token.address.toLowerCase()))
  return records.map((record, index) => {
    const refuse = (key: keyof MarketRecord, hint: string) =>
      refused(`${network}/markets.json`, ['markets', index, key], `saw ${valueText(record[key])}`, hint)
    const listed = (key: 'indexToken' | 'longToken' | 'shortToken', alternative = '') => {
      const token = tokenAt.get(record[key])
      if (token === undefined)
        throw refuse(key, `write the address of a token in ${network}/tokens.json${alternative}`)
      return token
    }
    if (taken.has(record.marketToken.toLowerCase()))
      throw refuse('marketToken', 'write an address that no other market or token has')
    taken.add(record.marketToken.toLowerCase())
    const swapOnly = record.indexToken === ZERO_ADDRESS
    return {
      ...record,
      isListed: record.isListed ?? true,
      listingDate: record.listingDate,
      listedAtSeconds: record.listingDate === undefined ? undefined : Date.parse(record.listingDate) / 1000,
      index: swapOnly ? undefined : listed('indexToken', ', or the zero address'),
      long: listed('longToken'),
      short: listed('shortToken'),
    }
  })
}
