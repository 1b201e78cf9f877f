/** What many files need, once before the first of them: the package as it is built of these sources, and as it is installed. */
import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ROOT, run } from './cli.js'
import { linkPackages } from './packages.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the package with nothing but what is published, its dependencies beside it. */
    installedAt: string
  }
}

const SOURCES = [
  'src',
  'fixtures',
  'package.json',
  'package-lock.json',
  'rolldown.config.js',
  'tsconfig.build.json',
]
const PUBLISHED = ['dist', 'fixtures', 'scenarios', 'package.json']

/** Where the package is installed. */
let folder: string

export async function setup({ provide }: TestProject): Promise<void> {
  if (!isFresh()) {
    const { code, stderr } = await run('npm', ['run', '--silent', 'build'])
    if (code !== 0) throw new Error(`npm run build failed: ${stderr}`)
  }
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-installed-')))
  const modules = join(folder, 'node_modules')
  for (const name of PUBLISHED)
    cpSync(join(ROOT, name), join(modules, 'gmx-sim', name), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
  linkPackages(modules)
  provide('installedAt', join(modules, 'gmx-sim'))
}

export function teardown(): void {
  rmSync(folder, { recursive: true })
}

/** Whether what is built is younger than all that it is built of. */
function isFresh(): boolean {
  const built = join(ROOT, 'dist/types/index.d.ts')
  if (!existsSync(built)) return false
  const files = SOURCES.flatMap((name) => {
    const path = join(ROOT, name)
    if (statSync(path).isFile()) return [path]
    return readdirSync(path, { recursive: true }).map((inner) => join(path, String(inner)))
  })
  const youngest = Math.max(...files.map((file) => statSync(file).mtimeMs))
  return youngest <= statSync(built).mtimeMs
}
