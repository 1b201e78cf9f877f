import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
)
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

/** What Express loads to read bodies and queries and to send files: here it does none of that. */
const UNUSED = /^(body-parser|qs|send|serve-static)$/
/** Express knows media types by file ending; these are the ones that may be named. */
const ENDINGS = ['css', 'html', 'js', 'json', 'txt', 'yaml']

/**
 * Leaves out two thirds of what Express brings along, half a megabyte of character tables among it. The body parser of the
 * control API is its own, and loaded with it.
 * @type {import('rolldown').Plugin}
 */
const leanExpress = {
  name: 'lean-express',
  resolveId: {
    filter: { id: UNUSED },
    handler: (id, importer) => (importer?.includes('/node_modules/') ? `\0unused:${id}` : null),
  },
  load: {
    filter: { id: [/^\0unused:/, /mime-db[\\/]db\.json$/] },
    handler(id) {
      if (id.startsWith('\0unused:')) return 'module.exports = {}'
      /** @type {[string, { extensions?: string[] }][]} */
      const types = Object.entries(JSON.parse(readFileSync(id, 'utf8')))
      const named = types.filter(([, { extensions }]) => extensions?.some((name) => ENDINGS.includes(name)))
      return JSON.stringify(Object.fromEntries(named))
    },
  },
}

/**
 * Checks the fixtures and puts down which they were: those need not be checked at every start.
 * @type {import('rolldown').Plugin}
 */
const checkedFixtures = {
  name: 'checked-fixtures',
  load: {
    filter: { id: /[\\/]src[\\/]catalogue[\\/]checked\.ts$/ },
    async handler() {
      const input = fileURLToPath(new URL('src/catalogue/check.ts', import.meta.url))
      const bundle = await rolldown({ input, platform: 'node' })
      const { output } = await bundle.generate({ format: 'esm' })
      await bundle.close()
      const { checkedDigest } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
      const read = (file = '') => readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
      return `export const CHECKED_DIGEST = ${JSON.stringify(checkedDigest(read))}`
    },
  },
}

// Some forty files instead of 300 small ones of ours and of the dependencies: opening and parsing those takes longer than
// everything else that happens at start.
// All lie two folders below the package, as the sources do: from there they find fixtures/, scenarios/ and package.json.
export default {
  input: {
    'cli/main': 'src/cli/main.ts',
    'entry/index': 'src/index.ts',
    'entry/vitest': 'src/testing/vitest.ts',
    'entry/node-test': 'src/testing/node-test.ts',
    'entry/playwright': 'src/testing/playwright.ts',
    'entry/msw': 'src/testing/msw.ts',
    'entry/undici': 'src/testing/undici.ts',
  },
  platform: 'node',
  // The oldest that `engines` allows: it does not know `await using`.
  transform: { target: 'node20.19' },
  external: [...LATE, ...Object.keys(peerDependencies)].map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [parts, leanExpress, checkedFixtures],
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    // Without hashes: a server that runs while this is built anew still finds what it loads late.
    chunkFileNames: 'shared/[name].js',
    sourcemap: true,
    cleanDir: true,
  },
}
