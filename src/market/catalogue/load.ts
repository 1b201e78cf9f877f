import addedNetworks from '../../../fixtures/added-networks.json' with { type: 'json' }
import arbitrumGlvs from '../../../fixtures/arbitrum/glvs.json' with { type: 'json' }
import arbitrumMarkets from '../../../fixtures/arbitrum/markets.json' with { type: 'json' }
import arbitrumTokens from '../../../fixtures/arbitrum/tokens.json' with { type: 'json' }
import assetsFile from '../../../fixtures/assets.json' with { type: 'json' }
import avalancheGlvs from '../../../fixtures/avalanche/glvs.json' with { type: 'json' }
import avalancheMarkets from '../../../fixtures/avalanche/markets.json' with { type: 'json' }
import avalancheTokens from '../../../fixtures/avalanche/tokens.json' with { type: 'json' }
import botanixGlvs from '../../../fixtures/botanix/glvs.json' with { type: 'json' }
import botanixMarkets from '../../../fixtures/botanix/markets.json' with { type: 'json' }
import botanixTokens from '../../../fixtures/botanix/tokens.json' with { type: 'json' }
import networksFile from '../../../fixtures/networks.json' with { type: 'json' }
import { composeCatalogue } from './composition.js'
import type { Catalogue, FixtureFiles, Kind, NetworkFiles, NetworkRecord } from './types.js'

/** Loads the built-in catalogue: networks, tokens, markets and assets. */
export function loadCatalogue(): Catalogue {
  return composeCatalogue(fixtureFiles())
}

/** `added` are the networks that `npm run generate` makes from catalogue files, whose template literals the compiler reads as any text. */
export function fixtureFiles(added = addedNetworks as object as NetworkFiles): FixtureFiles {
  return {
    kinds: assetsFile.kinds as Readonly<Record<string, object>> as Readonly<Record<string, Kind>>,
    assets: { ...assetsFile.assets, ...added.assets },
    networks: {
      ...(networksFile.networks as Readonly<Record<string, object>>),
      ...added.networks,
    } as Readonly<Record<string, NetworkRecord>>,
    tokens: {
      arbitrum: arbitrumTokens.tokens,
      avalanche: avalancheTokens.tokens,
      botanix: botanixTokens.tokens,
      ...added.tokens,
    },
    markets: {
      arbitrum: arbitrumMarkets.markets,
      avalanche: avalancheMarkets.markets,
      botanix: botanixMarkets.markets,
      ...added.markets,
    },
    glvs: {
      arbitrum: arbitrumGlvs.glvs,
      avalanche: avalancheGlvs.glvs,
      botanix: botanixGlvs.glvs,
      ...added.glvs,
    },
  }
}
