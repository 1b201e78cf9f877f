/** Reads and checks the fixture files. The build replaces this module by their checked content, see rolldown.config.js. */
import { parseFixture, type ReadFixture, readFixture } from './fixture.js'
import {
  addedNetworksFile,
  assetsFile,
  type FixtureFiles,
  glvsFile,
  marketsFile,
  networksFile,
  tokensFile,
} from './schema.js'

/** Throws a UserError with exit code 3 for an invalid file. Tests pass another `read`. */
export function fixtureFiles(read: ReadFixture = readFixture): FixtureFiles {
  const { kinds, assets } = parseFixture('assets.json', assetsFile, read)
  const { networks } = parseFixture('networks.json', networksFile, read)
  const ofEach = <T>(make: (network: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(networks).map((name) => [name, make(name)]))
  const tokens = ofEach((name) => parseFixture(`${name}/tokens.json`, tokensFile, read).tokens)
  const markets = ofEach((name) => parseFixture(`${name}/markets.json`, marketsFile, read).markets)
  const glvs = ofEach((name) => parseFixture(`${name}/glvs.json`, glvsFile, read).glvs)
  const added = parseFixture('added-networks.json', addedNetworksFile, read)
  return {
    kinds,
    assets: { ...assets, ...added.assets },
    networks: { ...networks, ...added.networks },
    tokens: { ...tokens, ...added.tokens },
    markets: { ...markets, ...added.markets },
    glvs: { ...glvs, ...added.glvs },
  }
}
