/** Bundles a TypeScript file of the tests for a tool, as Node 20 runs none, into `dist/tools/`, which the next build removes. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import config from '../rolldown.config.js'

// Two folders below the package like `dist/cli/`, as the code reads `fixtures/` from there.
const FOLDER = new URL('../dist/tools/', import.meta.url)

/**
 * Imports `file`, a path below the package.
 * @param {string} file
 */
export async function importBundled(file) {
  const { platform, external } = config
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../${file}`, import.meta.url)),
    platform: /** @type {'node'} */ (platform),
    external,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  })
  const name = file.replaceAll(/[^a-z]+/g, '-')
  try {
    await bundle.write({ dir: fileURLToPath(FOLDER), format: 'esm', entryFileNames: `${name}.js` })
  } finally {
    await bundle.close()
  }
  return import(new URL(`${name}.js`, FOLDER).href)
}
