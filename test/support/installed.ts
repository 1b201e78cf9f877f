import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Whether the packages of `<parent>/<folder>/package.json` are installed. They are large, so the project's own install leaves
 * them out and their tests are skipped; where GMX_SIM_TEST_REQUIRE_ALL is set, as in CI, that is an error instead.
 */
export function installed(folder: string, parent: 'test' | 'tools' = 'test'): boolean {
  const path = `${parent}/${folder}`
  const present = existsSync(fileURLToPath(new URL(`../../${path}/node_modules`, import.meta.url)))
  return required(present, path, `npm ci in ${path}`)
}

function required(present: boolean, what: string, how: string): boolean {
  if (present) return true
  if (process.env['GMX_SIM_TEST_REQUIRE_ALL']) throw new Error(`${what} is not installed: run ${how} first`)
  console.warn(`skipped: ${what} is not installed (${how} installs it)`)
  return false
}
