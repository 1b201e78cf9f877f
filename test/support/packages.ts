import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './cli.js'

/** Links the packages installed here, and `more` by name, into a folder of packages; existing ones stay. */
export function linkPackages(modules: string, more: Readonly<Record<string, string>> = {}): void {
  for (const [name, target] of Object.entries({ ...installedPackages(), ...more })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    if (!existsSync(join(modules, name))) symlinkSync(target, join(modules, name))
  }
}

/** Packages installed here, by name. */
function installedPackages(): Record<string, string> {
  const folder = join(ROOT, 'node_modules')
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  return Object.fromEntries(
    names.filter((name) => !name.startsWith('.')).map((name) => [name, join(folder, name)]),
  )
}
