/**
 * The catalogue: what exists on each network. Everything a person may want to check or change stands in `fixtures/`.
 *
 *   fixtures/*.json → fixture.ts, by the shapes of schema.ts → put-together.ts: assets.ts, tokens.ts, markets.ts → Catalogue
 */
import { parseFixture, type ReadFixture, readFixture } from './fixture.js'
import { putTogether } from './put-together.js'
import { assetsFile, marketsFile, networksFile, tokensFile } from './schema.js'
import type { Catalogue } from './types.js'

/** The whole catalogue, every file checked. Tests give another `read`. */
export function loadCatalogue(read: ReadFixture = readFixture): Catalogue {
  return putTogether({
    assets: () => parseFixture('assets.json', assetsFile, read),
    networks: () => parseFixture('networks.json', networksFile, read),
    tokens: (network) => parseFixture(`${network}/tokens.json`, tokensFile, read),
    markets: (network) => parseFixture(`${network}/markets.json`, marketsFile, read),
  })
}
