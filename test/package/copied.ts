/** Projects with a copy of the package, not a link: it imports what its project has installed. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { ROOT } from '../support/cli.js'
import { createProject, type Project } from '../support/project.js'

export const packageOf = (folder: string, name: string) =>
  join(ROOT, 'test/installs', folder, 'node_modules', name)

/** The Node binary of a major version. */
export const nodeOf = (major: number) => packageOf('node-versions', `node${major}/bin/node`)

/** A project for the rest of a test, with `more` packages by name from `test/installs/<folder>`. */
export function projectOf(
  files: Readonly<Record<string, string>> | string,
  folder = '',
  more: Readonly<Record<string, string>> = {},
): Project {
  const links = Object.entries(more).map(([name, target]) => [name, packageOf(folder, target)])
  const project = createProject(files, Object.fromEntries(links))
  const copy = join(project.path, 'node_modules/gmx-sim')
  rmSync(copy)
  cpSync(inject('installedAt'), copy, { recursive: true })
  return project
}
