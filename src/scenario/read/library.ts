/** The scenarios that come with the package: their names, and where they are. */
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from '../../core/version.js'
import { nearest } from './hints.js'

const FOLDER = new URL('scenarios/', PACKAGE)
const ENDING = '.yaml'

/** The names of all of them, such as `primary-outage`, in the order of the alphabet. */
export function libraryNames(): readonly string[] {
  if (!existsSync(FOLDER)) return []
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort()
}

/** The file that a name of the library means; also written as a path, `scenarios/primary-outage.yaml`. */
export function libraryFile(written: string): string | undefined {
  const name = nameIn(written)
  return libraryNames().includes(name) ? fileURLToPath(new URL(name + ENDING, FOLDER)) : undefined
}

/** The name of the scenario in a file of the library; undefined for any other file. */
export function nameOfLibraryFile(path: string): string | undefined {
  return path === libraryFile(nameIn(basename(path))) ? nameIn(basename(path)) : undefined
}

/** The name that was most likely meant. */
export function nearestInLibrary(written: string): string | undefined {
  return nearest(nameIn(written), libraryNames())
}

function nameIn(written: string): string {
  return written.replace(/^(\.\/)?scenarios\//, '').replace(/\.yaml$/, '')
}
