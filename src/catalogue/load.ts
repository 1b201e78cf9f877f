/**
 * Where the catalogue comes from: read once, at start, from `fixtures/`. Whatever is wrong in there ends the start with
 * a UserError (exit code 3).
 *
 *   fixtures/*.json → fixture.ts, by the shapes of schema.ts → assets.ts, tokens.ts, markets.ts → Catalogue
 */
import { toAssets } from './assets.js'
import { parseFixture, type ReadFixture, readFixture } from './fixture.js'
import { toMarkets } from './markets.js'
import { NETWORKS, type NetworkName } from './networks.js'
import { assetsFile, marketsFile, networksFile, tokensFile } from './schema.js'
import { toTokens } from './tokens.js'
import type { Catalogue, Network } from './types.js'

/** The whole catalogue. Tests give another `read`. */
export function loadCatalogue(read: ReadFixture = readFixture): Catalogue {
  const assets = toAssets(parseFixture('assets.json', assetsFile, read).assets)
  const facts = parseFixture('networks.json', networksFile, read).networks
  const networks = {} as Record<NetworkName, Network>
  for (const name of NETWORKS) {
    const tokens = toTokens(name, parseFixture(`${name}/tokens.json`, tokensFile, read).tokens, assets)
    const markets = toMarkets(name, parseFixture(`${name}/markets.json`, marketsFile, read).markets, tokens)
    networks[name] = { name, ...facts[name], tokens, markets }
  }
  return { assets, networks }
}
