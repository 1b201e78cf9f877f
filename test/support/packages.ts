import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './cli.js'

/** Links what is installed here, and `more` by name, into a folder of packages; what lies there already stays. */
export function linkPackages(modules: string, more: Readonly<Record<string, string>> = {}): void {
  for (const [name, target] of Object.entries({ ...installedPackages(), ...more })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    if (!existsSync(join(modules, name))) symlinkSync(target, join(modules, name))
  }
}

/** What is installed here, by name. */
function installedPackages(): Record<string, string> {
  const folder = join(ROOT, 'node_modules')
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )
  return Object.fromEntries(
    names.filter((name) => !name.startsWith('.')).map((name) => [name, join(folder, name)]),
  )
}
