/** The fixture files, read and checked. The build replaces this module by their checked content: see rolldown.config.js. */
import { parseFixture, type ReadFixture, readFixture } from './fixture.js'
import { assetsFile, type FixtureFiles, glvsFile, marketsFile, networksFile, tokensFile } from './schema.js'

/** Throws a UserError with exit code 3 for a file that is not of its shape. Tests give another `read`. */
export function fixtureFiles(read: ReadFixture = readFixture): FixtureFiles {
  const { kinds, assets } = parseFixture('assets.json', assetsFile, read)
  const { networks } = parseFixture('networks.json', networksFile, read)
  const ofEach = <T>(make: (network: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(networks).map((name) => [name, make(name)]))
  return {
    kinds,
    assets,
    networks,
    tokens: ofEach((name) => parseFixture(`${name}/tokens.json`, tokensFile, read).tokens),
    markets: ofEach((name) => parseFixture(`${name}/markets.json`, marketsFile, read).markets),
    glvs: ofEach((name) => parseFixture(`${name}/glvs.json`, glvsFile, read).glvs),
  }
}
