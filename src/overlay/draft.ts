/** A catalogue while files are laid over it: the records of the fixtures, and what is found wrong on the way. */
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

/** What only a chain's own mathematics can tell, which is loaded late. */
export interface ChainFacts {
  /** A development signer of a network: it follows from its name. */
  signerOf(network: string): Signer
  /** An address for a market that is given none: it follows from chain and tokens. */
  marketTokenOf(chainId: number, index: string, long: string, short: string): string
}

/** Takes note of what is wrong at a place of the file that is laid over the draft. */
export type Refuse = (path: readonly PropertyKey[], message: string) => void

/** Tokens keep the number by which chance is drawn for them, whoever comes or goes. */
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
