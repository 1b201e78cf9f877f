/**
 * Loads the catalogue: networks, tokens, markets and assets. All facts a user may check or change are in `fixtures/`.
 *
 *   fixtures/*.json → fixture.ts, by the shapes of schema.ts → files.ts → composition.ts → Catalogue
 *
 * A built package skips the first steps: the build embeds the checked files in place of `files.ts`.
 */
import { composeCatalogue, composeLazily } from './composition.js'
import { fixtureFiles } from './files.js'
import type { FixtureFiles } from './schema.js'
import type { Catalogue } from './types.js'

export { fixtureFiles }

/** Throws a UserError with exit code 3 for invalid fixture files; the package's own are checked by tests and the build. */
export function loadCatalogue(files?: FixtureFiles): Catalogue {
  return files === undefined ? composeLazily(fixtureFiles()) : composeCatalogue(files)
}
