/** Set-up of the full lane: builds the package from the sources and installs it, once before all files. */
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isBundled } from '../../tools/bundle.js'
import { ROOT, run } from './cli.js'
import { linkPackages } from './packages.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with only the published files of the package, next to its dependencies. */
    installedAt: string
  }
}

const PUBLISHED = [
  'dist',
  'docs/catalogues.md',
  'fixtures/scenario.schema.json',
  'fixtures/catalogue.schema.json',
  'scenarios',
  'examples/ci',
  'examples/first-test',
  'action.yml',
  'package.json',
]
const LEFT_OUT = ['dist/.sources', 'dist/bench'].map((name) => join(ROOT, name))

export async function setup({ provide }: TestProject): Promise<void> {
  if (!isBundled() || !existsSync(join(ROOT, 'dist/types'))) {
    const { code, stdout, stderr } = await run('npm', ['run', '--silent', 'build'])
    if (code !== 0) throw new Error(`npm run build failed:\n${stdout}${stderr}`)
  }
  // In the temporary folder of the run, which is removed as a whole.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-installed-')))
  const modules = join(folder, 'node_modules')
  for (const name of PUBLISHED)
    cpSync(join(ROOT, name), join(modules, 'gmx-sim', name), {
      recursive: true,
      filter: (file) => !LEFT_OUT.includes(file),
    })
  linkPackages(modules)
  provide('installedAt', join(modules, 'gmx-sim'))
}
