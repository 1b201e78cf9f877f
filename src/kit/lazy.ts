/** Work on first use, whose failure is not kept: a shortage that is over must not disable anything until a restart. */
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** `work` as a function that runs until it succeeds, then never again. Concurrent calls share a run; the next call after a failure retries. */
export function untilDone<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}

/** Loads a module on first use. */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return untilDone(async () => {
    requireDescriptors()
    return load()
  })
}

/** More than a module, and what it imports, opens at once. */
const SPARE = 32

/**
 * Throws while this process is short of descriptors. Node itself keeps failures: version 20 those of `import()`, and every version those
 * to read a package.json. So no module may be looked for until that cannot fail.
 */
export function requireDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < SPARE) opened.push(openSync(devNull, 'r'))
  } catch (cause) {
    throw new Error('too few file descriptors: close connections, or raise the limit (ulimit -n)', { cause })
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
