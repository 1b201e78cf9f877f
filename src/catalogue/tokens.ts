import { refused, shown } from './fixture.js'
import type { NetworkName } from './networks.js'
import type { TokenRecord } from './schema.js'
import type { Asset, Token } from './types.js'

/** Decimals of the contracts' price: a raw token unit costs USD x 10^(30 - decimals). */
const CONTRACT_DECIMALS = 30

type Assets = ReadonlyMap<string, Asset>

/** A network's tokens in the file's order; throws where they repeat or contradict each other or the assets. */
export function toTokens(network: NetworkName, records: readonly TokenRecord[], assets: Assets): Token[] {
  const symbols = new Set<string>()
  const addresses = new Set<string>()
  return records.map((record, index) => {
    const refuse = (key: keyof TokenRecord, hint: string) =>
      refused(`${network}/tokens.json`, ['tokens', index, key], `saw ${shown(record[key])}`, hint)
    const asset = assets.get(record.asset)
    if (asset === undefined) throw refuse('asset', 'write the name of an asset in assets.json')
    if (symbols.has(record.symbol)) throw refuse('symbol', 'write one that no other token has')
    if (addresses.has(record.address.toLowerCase()))
      throw refuse('address', 'write one that no other token has')
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

export function toToken(record: TokenRecord, asset: Asset): Token {
  const { symbol, address, decimals, synthetic = false, priced = true, spreadBps } = record
  const { priceDecimals } = asset
  const oracleDecimals = CONTRACT_DECIMALS - decimals - priceDecimals
  return {
    symbol,
    asset: asset.name,
    address,
    decimals,
    synthetic,
    priced,
    spreadBps,
    priceDecimals,
    oracleDecimals,
  }
}
