/** Programs in other languages, as far as this machine has them. */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One for all programs in Go, which compile the same standard library. */
export const GOCACHE = join(tmpdir(), 'go-cache')

export const has = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** The usual Python or that of the system, whichever has a module. */
export const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find((python) => has(python, '-c', `import ${module}`))
