/** Paths of the package's files, as a user would write them. */
import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from './version.js'

/** Relative to `folder` within a project or clone, else absolute. */
export function packagePath(file: string, folder = process.cwd()): string {
  const clone = fileURLToPath(PACKAGE)
  const path = resolve(clone, file)
  const near = `${folder}${sep}`.startsWith(clone) ? path : installed(file, folder)
  return near === undefined ? path : relative(folder, near).split(sep).join('/')
}

/** Prefers the path through `node_modules`, which stays valid when a link there changes. */
function installed(file: string, folder: string): string | undefined {
  const path = resolve(folder, 'node_modules/gmx-sim', file)
  if (existsSync(path)) return path
  return dirname(folder) === folder ? undefined : installed(file, dirname(folder))
}

/** A page of the documentation, with the heading after `#`. */
export function docsPath(page: string): string {
  const [file, ...heading] = page.split('#')
  return [packagePath(`docs/${file}`), ...heading].join('#')
}
