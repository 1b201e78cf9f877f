import { withDrawIndexes } from '../../market/catalogue/composition.js'
import type {
  AssetRecord,
  FixtureFiles,
  GlvRecord,
  MarketRecord,
  NetworkRecord,
  TokenRecord,
} from '../../market/catalogue/types.js'

export interface CatalogueDraft {
  readonly kinds: FixtureFiles['kinds']
  readonly assets: Record<string, AssetRecord>
  readonly networks: Record<string, NetworkRecord>
  readonly tokens: Record<string, TokenRecord[]>
  readonly markets: Record<string, MarketRecord[]>
  readonly glvs: Record<string, readonly GlvRecord[]>
}

export type RejectAt = (path: readonly PropertyKey[], message: string) => void

/** Tokens keep their draw index when others are added or removed. */
export function toDraft({ kinds, assets, networks, tokens, markets, glvs }: FixtureFiles): CatalogueDraft {
  return {
    kinds,
    assets: { ...assets },
    networks: { ...networks },
    tokens: Object.fromEntries(Object.entries(tokens).map(([name, list]) => [name, withDrawIndexes(list)])),
    markets: Object.fromEntries(Object.entries(markets).map(([name, list]) => [name, [...list]])),
    glvs: { ...glvs },
  }
}
