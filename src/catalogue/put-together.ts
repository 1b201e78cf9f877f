/** Whether the files make sense together is judged here, whoever read them. */
import { toAssets, toKinds } from './assets.js'
import { toMarkets } from './markets.js'
import { NETWORKS, type NetworkName } from './networks.js'
import type { AssetRecord, KindRecord, MarketRecord, NetworkRecord, TokenRecord } from './schema.js'
import { toTokens } from './tokens.js'
import type { Catalogue, Network } from './types.js'

/** What stands in the fixture files, each of the shape that `schema.ts` describes. Asked for one after the other. */
export interface Contents {
  assets(): {
    readonly kinds: Readonly<Record<string, KindRecord>>
    readonly assets: Readonly<Record<string, AssetRecord>>
  }
  networks(): { readonly networks: Readonly<Record<NetworkName, NetworkRecord>> }
  tokens(network: NetworkName): { readonly tokens: readonly TokenRecord[] }
  markets(network: NetworkName): { readonly markets: readonly MarketRecord[] }
}

export function putTogether(contents: Contents): Catalogue {
  const records = contents.assets()
  const kinds = toKinds(records.kinds)
  const assets = toAssets(records.assets, kinds)
  const facts = contents.networks().networks
  const networks = {} as Record<NetworkName, Network>
  for (const name of NETWORKS) {
    const tokens = toTokens(name, contents.tokens(name).tokens, assets)
    const markets = toMarkets(name, contents.markets(name).markets, tokens)
    networks[name] = { name, ...facts[name], tokens, markets }
  }
  return { assets, kinds, networks }
}
