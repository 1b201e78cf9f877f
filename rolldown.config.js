import { readFileSync } from 'node:fs'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
/** Loaded when first used, if at all: bundling these would only make the package larger. */
const LATE = ['@faker-js/faker', 'hash-wasm', 'pino', 'tiny-secp256k1', 'yaml'].filter(
  (name) => name in dependencies,
)

// One file per entry instead of some 300 small ones of ours and of the dependencies: opening and parsing those takes longer than
// everything else that happens at start.
export default {
  input: { 'cli/main': 'src/cli/main.ts' },
  platform: 'node',
  external: LATE.map((name) => new RegExp(`^${name}(/|$)`)),
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    sourcemap: true,
    cleanDir: true,
  },
}
