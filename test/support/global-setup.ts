/** Set-up of the full lanes: builds the package from the sources, packs and installs it, once before all files. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isBundled } from '../../tools/bundle.js'
import { ROOT, run } from './cli.js'
import { type Packed, pack } from './pack.js'
import { linkPackages } from './packages.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tarball, which no test changes. */
    packed: Packed
    /** Folder with the unpacked package, next to its dependencies. */
    installedAt: string
  }
}

export async function setup({ provide }: TestProject): Promise<void> {
  if (!isBundled() || !existsSync(join(ROOT, 'dist/types'))) {
    const { code, stdout, stderr } = await run('npm', ['run', '--silent', 'build'])
    if (code !== 0) throw new Error(`npm run build failed:\n${stdout}${stderr}`)
  }
  // In the temporary folder of the run, which is removed as a whole.
  const packed = await pack()
  provide('packed', packed)
  const modules = join(realpathSync(packed.folder), 'node_modules')
  const installedAt = join(modules, 'gmx-sim')
  mkdirSync(installedAt, { recursive: true })
  const { code, stderr } = await run('tar', [
    '-xzf',
    packed.tarball,
    '--strip-components=1',
    ...['-C', installedAt],
  ])
  if (code !== 0) throw new Error(stderr)
  linkPackages(modules)
  provide('installedAt', installedAt)
}
