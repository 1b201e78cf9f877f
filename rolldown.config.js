import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
/** Loaded when first used, if at all: bundling these would only make the package larger. */
const LATE = ['@faker-js/faker', 'hash-wasm', 'pino', 'tiny-secp256k1', 'yaml'].filter(
  (name) => name in dependencies,
)

/**
 * Of `openapi-explorer` only its own bundle is used, and of what `prom-client` installs only some kilobytes. So both are
 * development dependencies, and what is published is those parts, with the licences that they ask to be kept beside them.
 * @type {import('rolldown').Plugin}
 */
const parts = {
  name: 'parts',
  generateBundle() {
    const read = (path = '') => readFileSync(new URL(`node_modules/${path}`, import.meta.url))
    const files = {
      // Packed, as browsers take it: a third of the size.
      'docs/openapi-explorer.min.js.gz': gzipSync(
        read('openapi-explorer/dist/browser/openapi-explorer.min.js'),
      ),
      'docs/openapi-explorer.LICENSE.txt': read('openapi-explorer/LICENSE'),
      'shared/prom-client.LICENSE.txt': read('prom-client/LICENSE'),
    }
    for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
  },
}

/**
 * Express loads its body parsers, with half a megabyte of character tables, whether or not they are used. Ours is
 * loaded with the control API that needs it, so Express gets an empty one.
 * @type {import('rolldown').Plugin}
 */
const noBodyParser = {
  name: 'no-body-parser',
  resolveId: (source, importer) =>
    source === 'body-parser' && importer?.includes('/node_modules/express/') ? NO_BODY_PARSER : null,
  load: (id) =>
    id === NO_BODY_PARSER
      ? "const none = () => { throw new Error('this Express has no body parsers') }\nexport const json = none, raw = none, text = none, urlencoded = none"
      : null,
}
const NO_BODY_PARSER = '\0no-body-parser'

// One file per entry instead of some 300 small ones of ours and of the dependencies: opening and parsing those takes longer than
// everything else that happens at start.
export default {
  input: { 'cli/main': 'src/cli/main.ts' },
  platform: 'node',
  external: LATE.map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [parts, noBodyParser],
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    sourcemap: true,
    cleanDir: true,
  },
}
