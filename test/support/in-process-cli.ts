/** The command line in the process of the tests, for commands that end by themselves and write to no descriptor. */
import { vi } from 'vitest'
import { main } from '../../src/entrypoints/cli/main.js'
import type { Ended, Environment } from './cli.js'

/** Runs one command to its end, never two at a time. */
export async function runMain(args: readonly string[], env: Environment = {}): Promise<Ended> {
  const { argv, exitCode } = process
  const seen = { stdout: '', stderr: '' }
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name]
    const listeners = stream.listeners('error') as ((error: Error) => void)[]
    const write = vi.spyOn(stream, 'write').mockImplementation((chunk, ...more) => {
      seen[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      for (const done of more) if (typeof done === 'function') done(null)
      return true
    })
    return () => {
      write.mockRestore()
      stream.removeAllListeners('error')
      for (const listener of listeners) stream.on('error', listener)
    }
  })
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  process.argv = [...argv.slice(0, 1), 'gmx-sim', ...args]
  process.exitCode = undefined
  try {
    await main()
    return { code: Number(process.exitCode ?? 0), ...seen }
  } finally {
    Object.assign(process, { argv, exitCode })
    for (const restore of streams) restore()
    vi.unstubAllEnvs()
  }
}
