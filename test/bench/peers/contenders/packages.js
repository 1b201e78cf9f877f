/** Where the installed packages have their programs, and which versions they are. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MODULES = new URL('../node_modules/', import.meta.url)

/** @param {string} path Below node_modules. */
export const pathIn = (path) => fileURLToPath(new URL(path, MODULES))

/** @param {string} name Of the package. */
export function versionOf(name) {
  return String(JSON.parse(readFileSync(pathIn(`${name}/package.json`), 'utf8')).version)
}
