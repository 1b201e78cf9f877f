/** Composes records of networks, tokens, markets and assets into a catalogue. */
import { memoised } from '../../kit/maps.js'
import { createBases } from './bases.js'
import type { NetworkName } from './names.js'
import { marketNamesOf } from './sdk-names.js'
import {
  type Asset,
  type AssetRecord,
  type Catalogue,
  type CatalogueGlv,
  type CatalogueMarket,
  type CatalogueToken,
  type FixtureFiles,
  type GlvRecord,
  type Kind,
  type MarketRecord,
  type Network,
  type TokenRecord,
  ZERO_ADDRESS,
} from './types.js'

/** The records must refer to each other rightly: a test checks the fixture files, and catalogue files are checked when they are applied. */
export function composeCatalogue(files: FixtureFiles): Catalogue {
  const kinds = new Map(Object.entries(files.kinds))
  const assets = new Map(
    Object.entries(files.assets).map(([name, record]) => [name, toAsset(name, record, files.assets, kinds)]),
  )
  const networks = Object.keys(files.networks).map((name) => [name, toNetwork(name, files, assets)] as const)
  const based = Object.entries(files.networks).map(([name, { bases }]) => ({
    name,
    bases: Object.entries(bases),
  }))
  return { assets, kinds, networks: Object.fromEntries(networks), bases: createBases(based) }
}

function toNetwork(name: NetworkName, files: FixtureFiles, assets: ReadonlyMap<string, Asset>): Network {
  const { chainId, blockTimeSeconds, signer, flags = {} } = files.networks[name]
  const tokens = withDrawIndexes(files.tokens[name]).map((record) =>
    toToken(record, assets.get(record.asset) as Asset),
  )
  const tokenAt = new Map(tokens.map((token) => [token.address, token]))
  const named = { chainId, tokens }
  const markets = files.markets[name].map((record) => {
    const market = toMarket(record, tokenAt)
    return { ...market, ...marketNamesOf(market, named) }
  })
  const glvs = files.glvs[name].map((record) => toGlv(record, markets))
  return { name, chainId, blockTimeSeconds, signer, tokens, markets, glvs, flags }
}

/** A network without what was listed after the service was documented; itself if there is nothing of it. */
export const documentedNetwork = memoised((network: Network): Network => {
  const isOld = ({ isRecent }: { readonly isRecent?: boolean }) => !isRecent
  if (network.tokens.every(isOld) && network.markets.every(isOld)) return network
  return {
    ...network,
    tokens: network.tokens.filter(isOld),
    markets: network.markets.filter(isOld),
    glvs: network.glvs.map(({ today, ...glv }) => ({
      ...glv,
      ...heldBy(glv, network.markets.filter(isOld)),
    })),
  }
})

/** A network without tokens that are not listed, and without their markets. */
export function listedNetwork(network: Network, isListed: (token: CatalogueToken) => boolean): Network {
  const markets = network.markets.filter(({ index, long, short }) =>
    [index, long, short].every((token) => token === undefined || isListed(token)),
  )
  const glvs = network.glvs.map((glv) => ({ ...glv, ...heldBy(glv, markets) }))
  return { ...network, tokens: network.tokens.filter(isListed), markets, glvs }
}

/** Decimals of the contracts' price: a raw token unit costs USD x 10^(30 - decimals). */
export const CONTRACT_DECIMALS = 30

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
    const { drawIndex, priced = true, isRecent = false, address } = record
    if (drawIndex !== undefined) return { ...record, drawIndex }
    return { ...record, drawIndex: priced && !isRecent ? place++ : ownDrawIndex(address) }
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
  const { priceDecimals, baseQuanta, stable, hours } = asset
  const oracleDecimals = CONTRACT_DECIMALS - record.decimals - priceDecimals
  const { synthetic = false, priced = true, isRecent = false } = record
  return { ...record, synthetic, priced, isRecent, priceDecimals, baseQuanta, stable, hours, oracleDecimals }
}

function toMarket(record: MarketRecord, tokenAt: ReadonlyMap<string, CatalogueToken>) {
  const at = (address: string) => tokenAt.get(address) as CatalogueToken
  const { indexToken, longToken, shortToken } = record
  return {
    ...record,
    ...listingOf(record),
    index: indexToken === ZERO_ADDRESS ? undefined : at(indexToken),
    long: at(longToken),
    short: at(shortToken),
  }
}

function toGlv(record: GlvRecord, markets: readonly CatalogueMarket[]): CatalogueGlv {
  return { ...record, ...listingOf(record), ...heldBy(record, markets) }
}

function heldBy(
  { longToken, shortToken, today }: Pick<GlvRecord, 'longToken' | 'shortToken' | 'today'>,
  markets: readonly CatalogueMarket[],
): Pick<CatalogueGlv, 'markets' | 'holdings'> {
  const all = markets.filter(
    (market) =>
      market.index !== undefined &&
      isSameAddress(market.longToken, longToken) &&
      isSameAddress(market.shortToken, shortToken),
  )
  if (today === undefined) return { markets: all, holdings: 1 }
  const listed = ({ listedAtSeconds = Number.MAX_VALUE }: CatalogueMarket) => listedAtSeconds
  const first = new Set(all.toSorted((a, b) => listed(a) - listed(b)).slice(0, today.markets))
  return { markets: all.filter((market) => first.has(market)), holdings: today.holdings }
}

function listingOf({ isListed = true, listingDate }: MarketRecord | GlvRecord) {
  const listedAtSeconds = listingDate === undefined ? undefined : Date.parse(listingDate) / 1000
  return { isListed, listingDate, listedAtSeconds }
}

/** Ignores case, which is only a checksum. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** The asset of a record, which a record that it follows drives. */
export function toAsset(
  name: string,
  record: AssetRecord,
  records: Readonly<Record<string, AssetRecord>>,
  kinds: ReadonlyMap<string, Kind>,
): Asset {
  const { priceUsd, priceDecimals, annualVolatility, follows, pair = {} } = record
  const leader = follows === undefined ? record : records[follows]
  const { stable = false, kind = stable ? 'stable' : 'altcoin' } = leader
  const { loadings, hours: hoursOfKind, jumps } = kinds.get(kind) as Kind
  const hours = pair.aroundTheClock ? 'always' : hoursOfKind
  const baseQuanta = shiftDecimals(priceUsd, priceDecimals)
  return {
    name,
    priceUsd,
    priceDecimals,
    baseQuanta,
    annualVolatility,
    stable,
    loadings,
    hours,
    jumps,
    follows,
    pair,
  }
}

/** `value` x 10^places in exact decimal arithmetic: 0.0748 by 8 is 7480000, unlike the binary product. */
function shiftDecimals(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
