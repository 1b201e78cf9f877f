/** A project of somebody else's, in a folder of its own, that has the built package installed as if from the registry. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtCli, type Ended, type Environment, ROOT, run } from './cli.js'

export interface Project {
  readonly path: string
  /** Runs a program in it to its end. */
  run(file: string, args: readonly string[], env?: Environment): Promise<Ended>
  /** The same for the command of an installed package: `bin('vitest', ['run'])`. */
  bin(name: keyof typeof BINS, args: readonly string[], env?: Environment): Promise<Ended>
  remove(): void
}

const BINS = {
  vitest: 'vitest/vitest.mjs',
  tsc: '@typescript/native/bin/tsc',
  playwright: '@playwright/test/cli.js',
  jest: 'jest/bin/jest.js',
  'gmx-sim': 'gmx-sim/dist/cli/main.js',
} as const
const PUBLISHED = ['dist', 'fixtures', 'scenarios', 'package.json']

/** With `files` in it, by path; or with all that lies in the folder `files`. `more` are further packages, by name. */
export function createProject(
  files: Readonly<Record<string, string>> | string,
  more: Readonly<Record<string, string>> = {},
): Project {
  builtCli()
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'gmx-sim-project-')))
  if (typeof files === 'string') cpSync(join(ROOT, files), path, { recursive: true })
  else
    for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  const modules = join(path, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  for (const name of PUBLISHED)
    cpSync(join(ROOT, name), join(modules, 'gmx-sim', name), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
  for (const [name, target] of Object.entries({ ...installedPackages(), ...more })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    if (!existsSync(join(modules, name))) symlinkSync(target, join(modules, name))
  }
  const runIn: Project['run'] = (file, args, env = {}) => run(file, args, env, path)
  return {
    path,
    run: runIn,
    bin: (name, args, env) => runIn(process.execPath, [join(modules, BINS[name]), ...args], env),
    remove: () => rmSync(path, { recursive: true, force: true }),
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
