/** Mutable catalogue to which files are applied: the records of the fixtures. */
import { withDrawIndexes } from '../catalogue/composition.js'
import type {
  AssetRecord,
  FixtureFiles,
  GlvRecord,
  MarketRecord,
  NetworkRecord,
  TokenRecord,
} from '../catalogue/schema.js'
import type { Signer } from '../catalogue/types.js'

export interface Draft {
  readonly kinds: FixtureFiles['kinds']
  readonly assets: Record<string, AssetRecord>
  readonly networks: Record<string, NetworkRecord>
  readonly tokens: Record<string, TokenRecord[]>
  readonly markets: Record<string, MarketRecord[]>
  readonly glvs: Record<string, readonly GlvRecord[]>
}

/** Cryptography of a chain, loaded lazily. */
export interface ChainFacts {
  /** Development signer, derived from the network's name. */
  signerOf(network: string): Signer
  /** Default address of a market, derived from chain and tokens. */
  marketTokenOf(chainId: number, index: string, long: string, short: string): string
}

/** Records a problem at a path of the file. */
export type Refuse = (path: readonly PropertyKey[], message: string) => void

/** Tokens keep their draw index, whichever are added or removed. */
export function toDraft({ kinds, assets, networks, tokens, markets, glvs }: FixtureFiles): Draft {
  const eachList = <Item>(lists: Readonly<Record<string, readonly Item[]>>) =>
    Object.entries(lists).map(([name, list]) => [name, [...list] as Item[]] as const)
  return {
    kinds,
    assets: { ...assets },
    networks: { ...networks },
    tokens: Object.fromEntries(eachList(tokens).map(([name, list]) => [name, withDrawIndexes(list)])),
    markets: Object.fromEntries(eachList(markets)),
    glvs: { ...glvs },
  }
}
