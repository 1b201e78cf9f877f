/** The fixture files, read and checked. The build replaces this module by their checked content: see rolldown.config.js. */
import { parseFixture, type ReadFixture, readFixture } from './fixture.js'
import { toNetworkRecord } from './networks.js'
import { assetsFile, type FixtureFiles, marketsFile, networksFile, tokensFile } from './schema.js'

/** Throws a UserError with exit code 3 for a file that is not of its shape. Tests give another `read`. */
export function fixtureFiles(read: ReadFixture = readFixture): FixtureFiles {
  const parsed = parseFixture('assets.json', assetsFile, read)
  return {
    kinds: parsed.kinds,
    assets: parsed.assets,
    networks: parseFixture('networks.json', networksFile, read).networks,
    tokens: toNetworkRecord((name) => parseFixture(`${name}/tokens.json`, tokensFile, read).tokens),
    markets: toNetworkRecord((name) => parseFixture(`${name}/markets.json`, marketsFile, read).markets),
  }
}
