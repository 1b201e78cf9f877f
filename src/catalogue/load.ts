/**
 * The catalogue: what exists on each network. Everything a person may want to check or change stands in `fixtures/`.
 *
 *   fixtures/*.json → fixture.ts, by the shapes of schema.ts → files.ts → composition.ts → Catalogue
 *
 * A built package has the first steps behind it: the build checks the files and puts them in place of `files.ts`.
 */
import { composeCatalogue } from './composition.js'
import { fixtureFiles } from './files.js'
import type { FixtureFiles } from './schema.js'
import type { Catalogue } from './types.js'

export { fixtureFiles }

/** The whole catalogue. Throws a UserError with exit code 3 for fixture files that cannot be used. */
export function loadCatalogue(files: FixtureFiles = fixtureFiles()): Catalogue {
  return composeCatalogue(files)
}
