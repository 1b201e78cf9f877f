import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { need } from './needs.js'

/** Whether the packages of `test/installs/<folder>/package.json` are installed; too large for the project's own install. */
export function installed(folder: string): boolean {
  const path = `test/installs/${folder}`
  const modules = fileURLToPath(new URL(`../../${path}/node_modules`, import.meta.url))
  return need(existsSync(modules), `${path} is not installed`, `npm ci --prefix ${path}`)
}
