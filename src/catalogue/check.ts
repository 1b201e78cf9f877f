/** What the build runs: a package whose fixtures cannot be used is not built. */
import { digestOf } from './digest.js'
import type { ReadFixture } from './fixture.js'
import { loadCatalogue } from './load.js'

/** The digest of the fixtures, which it checks; throws a UserError for what is wrong with them. */
export function checkedDigest(read: ReadFixture): string {
  loadCatalogue(read)
  return digestOf(read)
}
