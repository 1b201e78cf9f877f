/**
 * Completes dist/types: writes the declarations that sources infer from schemas, and keeps those that the package's entries
 * reach. The others describe internals that cannot be imported.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from './import-bundled.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const types = join(root, 'dist/types')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @type {{ DECLARATIONS: Readonly<Record<string, () => string>> }} */
const { DECLARATIONS } = await importBundled('tools/generate/types.ts')
for (const [file, declare] of Object.entries(DECLARATIONS)) writeFileSync(join(types, file), declare())
rmSync(join(root, 'dist/tools'), { recursive: true })

/** @type {Set<string>} */
const kept = new Set()
for (const { types } of Object.values(exports)) if (types !== undefined) keep(resolve(root, types))

for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (entry.isFile() && !kept.has(file)) rmSync(file)
}
const folders = readdirSync(types, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name))
for (const folder of folders.sort().reverse())
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })

/** @param {string} file */
function keep(file) {
  if (kept.has(file)) return
  kept.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g))
    keep(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')))
}
