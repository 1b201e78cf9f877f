/** The fixture files of the published package, validated at build time instead of at each start. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { zodWithin } from './zod.js'

/**
 * Rejects with a UserError for invalid files.
 * @param {import('../src/market/catalogue/fixture.js').ReadFixture} read
 * @returns {Promise<import('../src/market/catalogue/schema.js').FixtureFiles>}
 */
export async function checkedFiles(read) {
  const { fixtureFiles, loadCatalogue } = await bundled('../src/market/catalogue/load.ts')
  const files = fixtureFiles(read)
  loadCatalogue(files)
  return files
}

/**
 * Imports a TypeScript module, bundled, as the oldest supported Node runs no TypeScript.
 * @param {string} path
 */
async function bundled(path) {
  const input = fileURLToPath(new URL(path, import.meta.url))
  // A data URL has no folder: one two below the package, as sources and bundles have.
  const define = { 'import.meta.url': JSON.stringify(new URL('kernel/compile.js', import.meta.url).href) }
  const bundle = await rolldown({ input, platform: 'node', plugins: [zodWithin], transform: { define } })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}
