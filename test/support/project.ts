/** A separate project with the built package installed as if from the registry. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { type Ended, type Environment, ROOT, run } from './cli.js'
import { newFolder } from './folder.js'
import { linkPackages } from './packages.js'

export interface Project {
  readonly path: string
  /** Runs a program in it to its end. */
  run(file: string, args: readonly string[], env?: Environment): Promise<Ended>
  /** The same for the command of an installed package: `bin('vitest', ['run'])`. */
  bin(name: keyof typeof BINS, args: readonly string[], env?: Environment): Promise<Ended>
}

const BINS = {
  vitest: 'vitest/vitest.mjs',
  tsc: 'typescript/bin/tsc',
  playwright: '@playwright/test/cli.js',
  jest: 'jest/bin/jest.js',
  'gmx-sim': 'gmx-sim/dist/cli/main.js',
} as const

/** With `files` in it, by path, or copied from the folder `files`. `more` are further packages, by name. */
export function createProject(
  files: Readonly<Record<string, string>> | string,
  more: Readonly<Record<string, string>> = {},
): Project {
  const path = newFolder()
  if (typeof files === 'string') cpSync(join(ROOT, files), path, { recursive: true })
  else
    for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
  const modules = join(path, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  linkPackages(modules, { 'gmx-sim': inject('installedAt'), ...more })
  const runIn: Project['run'] = (file, args, env = {}) => run(file, args, env, path)
  return {
    path,
    run: runIn,
    bin: (name, args, env) => runIn(process.execPath, [join(modules, BINS[name]), ...args], env),
  }
}
