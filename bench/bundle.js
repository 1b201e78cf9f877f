/** Bundles `internals.js` as the published code is bundled, but into `dist/bench/`, which the next build removes. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import config from '../rolldown.config.js'
import { embeddedKernel } from '../tools/kernel/compile.js'

/** @typedef {typeof import('./internals.js')} Internals */

// Two folders below the package like `dist/cli/`, as the code reads `fixtures/` from there.
const FOLDER = new URL('../dist/bench/', import.meta.url)

/** @returns {Promise<Internals>} */
export async function loadInternals() {
  const { platform, external } = config
  const input = fileURLToPath(new URL('internals.js', import.meta.url))
  const bundle = await rolldown({
    input,
    platform: /** @type {'node'} */ (platform),
    external,
    plugins: [embeddedKernel],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  })
  try {
    await bundle.write({ dir: fileURLToPath(FOLDER), format: 'esm', chunkFileNames: '[name]-[hash].js' })
  } finally {
    await bundle.close()
  }
  return import(new URL('internals.js', FOLDER).href)
}
