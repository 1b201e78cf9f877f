/** The scenarios shipped with the package: names and files. */
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from '../../kit/version.js'
import { nearest } from './hints.js'

const FOLDER = new URL('scenarios/', PACKAGE)
const ENDING = '.yaml'

/** All names, such as `primary-outage`, sorted. */
export function libraryNames(): readonly string[] {
  if (!existsSync(FOLDER)) return []
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort()
}

/** The file of a library name, or of the path `scenarios/primary-outage.yaml`. */
export function libraryFile(written: string): string | undefined {
  const name = nameIn(written)
  return libraryNames().includes(name) ? fileURLToPath(new URL(name + ENDING, FOLDER)) : undefined
}

/** The library name of a file; undefined for other files. */
export function nameOfLibraryFile(path: string): string | undefined {
  return path === libraryFile(nameIn(basename(path))) ? nameIn(basename(path)) : undefined
}

export function nearestInLibrary(written: string): string | undefined {
  return nearest(nameIn(written), libraryNames())
}

function nameIn(written: string): string {
  return written.replace(/^(\.\/)?scenarios\//, '').replace(/\.yaml$/, '')
}
