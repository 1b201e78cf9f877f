import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { versions } from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { cached } from './tools/build-cache.js'
import { embeddedKernel } from './tools/kernel/compile.js'
import { licencesOf } from './tools/licences.js'
import { buildPage } from './tools/page.js'

const read = (path = '') => readFileSync(new URL(path, import.meta.url))
/** Bundles only zod, whose sixty files make a start a third slower, and code for browsers: all else is installed with the package. */
const { dependencies, peerDependencies } = JSON.parse(read('package.json').toString())
const installed = Object.keys({ ...dependencies, ...peerDependencies })

/**
 * The files of the docs page, packed as browsers take them. swagger-ui-dist depends on a package that reports each
 * installation to its makers: package.json overrides it with an empty one.
 */
const DOCS_PAGE = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** @type {import('rolldown').Plugin} */
const docsPage = {
  name: 'docs-page',
  async generateBundle() {
    for (const file of DOCS_PAGE) {
      const content = read(`node_modules/swagger-ui-dist/${file}`)
      const source = await cached([`brotli ${versions.brotli}`, content], () => brotliCompressSync(content))
      this.emitFile({ type: 'asset', fileName: `docs/${file}.br`, source })
    }
  },
}

/** The source modules of what is bundled separately. @type {string[]} */
const separate = []

/** The dashboard's page: it is for browsers, and is bundled by itself. @type {import('rolldown').Plugin} */
const page = {
  name: 'page',
  async generateBundle() {
    const { files, modules } = await buildPage()
    separate.push(...modules)
    for (const [file, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName: `ui/${file}`, source })
  },
}

/** @type {import('rolldown').Plugin} */
const licences = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const docs = new URL('node_modules/swagger-ui-dist/', import.meta.url).pathname
    // Its runtime is part of the price kernel.
    const assemblyscript = new URL('node_modules/assemblyscript/', import.meta.url).pathname
    this.emitFile({
      type: 'asset',
      fileName: 'THIRD-PARTY-LICENSES.txt',
      source: licencesOf([...modules, ...separate, docs, assemblyscript]),
    })
  },
}

/**
 * Where processes start. What each imports, without `import()`, is one chunk, as one file is opened, parsed and linked faster than
 * many; what several of them import belongs to the server. Entries, and what is loaded before Node's version is checked, stay apart.
 */
const STARTS = {
  'src/entrypoints/cli/entry.ts': undefined,
  'src/kit/supported-node.ts': undefined,
  'src/server/simulator.ts': 'server',
  'src/entrypoints/index.ts': 'library',
  'src/entrypoints/cli/main.ts': 'commands',
}

/** @type {Map<string, string | undefined>} */
const chunkOf = new Map()

/** @type {import('rolldown').Plugin} */
const startChunks = {
  name: 'start-chunks',
  buildEnd() {
    for (const [start, chunk] of Object.entries(STARTS)) {
      const seen = new Set()
      const add = (/** @type {string} */ module) => {
        if (seen.has(module) || !isAbsolute(module)) return
        seen.add(module)
        const { isEntry = false, importedIds = [] } = this.getModuleInfo(module) ?? {}
        if (!chunkOf.has(module)) chunkOf.set(module, isEntry ? undefined : chunk)
        else if (chunkOf.get(module) !== undefined) chunkOf.set(module, 'server')
        for (const imported of importedIds) add(imported)
      }
      add(new URL(start, import.meta.url).pathname)
    }
  },
}

// Some eighty files instead of 400 small ones: opening and parsing those takes longer than everything else that happens at start.
// All lie two folders below the package, as the sources do: from there they find fixtures/, scenarios/ and package.json.
/** @satisfies {import('rolldown').BuildOptions} */
export default {
  input: {
    'cli/main': 'src/entrypoints/cli/entry.ts',
    'entry/index': 'src/entrypoints/index.ts',
    'entry/vitest': 'src/entrypoints/testing/vitest.ts',
    'entry/node-test': 'src/entrypoints/testing/node-test.ts',
    'entry/jest': 'src/entrypoints/testing/jest.ts',
    'entry/playwright': 'src/entrypoints/testing/playwright.ts',
    'entry/msw': 'src/entrypoints/testing/msw.ts',
    'entry/undici': 'src/entrypoints/testing/undici.ts',
    'cli/preload': 'src/server/http/intercept/preload.ts',
  },
  platform: /** @type {const} */ ('node'),
  preserveEntrySignatures: /** @type {const} */ ('allow-extension'),
  // The oldest that `engines` allows: it does not know `await using`.
  transform: { target: 'node20.19' },
  external: installed.map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [startChunks, embeddedKernel, docsPage, page, licences],
  output: {
    dir: 'dist',
    format: /** @type {const} */ ('esm'),
    entryFileNames: '[name].js',
    // Without hashes: a server that runs while this is built anew still finds what it loads late.
    chunkFileNames: 'shared/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: ['server', 'library', 'commands'].map((name) => ({
        name,
        test: (/** @type {string} */ id) => chunkOf.get(id) === name,
      })),
    },
    // Less to read and compile at each start. Lines and the names of functions stay, for stack traces.
    minify: { compress: true, mangle: { keepNames: true }, codegen: false },
    // Licences are in THIRD-PARTY-LICENSES.txt.
    comments: { legal: false, annotation: false, jsdoc: false },
    cleanDir: true,
  },
}
