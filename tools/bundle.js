/** Bundles the package into `dist/`. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Inputs of the bundle; the lock file stands for the dependencies. */
const SOURCES = ['src', 'fixtures', 'tools', 'rolldown.config.js', 'package.json', 'package-lock.json']
/** Digest of the inputs. Stored with the bundle, so a failed build leaves none. */
const STAMP = `${ROOT}dist/.sources`

export async function bundle() {
  const { build } = await import('rolldown')
  const { default: config } = await import('../rolldown.config.js')
  const sources = hashOfSources()
  await build(config)
  chmodSync(`${ROOT}dist/cli/main.js`, 0o755) // npx runs it as a program
  writeFileSync(STAMP, sources)
}

/** Bundles if an input has changed since the last build. */
export async function bundleIfChanged() {
  if (!isBundled()) await bundle()
}

/** Whether the bundle matches the current inputs. */
export function isBundled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources()
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesIn(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(ROOT + file))
        .update('\0')
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(ROOT + path, { withFileTypes: true })
  return entries
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => ({ path: `${path}/${entry.name}`, isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, isFolder }) => (isFolder ? filesIn(path) : [path]))
}
