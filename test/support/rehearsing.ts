/** `gmx-sim rehearse` as a process to observe and interrupt. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtCli } from './cli.js'
import { PROGRAM_MS } from './patience.js'

export interface Rehearsing {
  /** Output on stderr so far. */
  stderr(): string
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void
  /** Resolves with the outcome of the process. */
  readonly end: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

export function startRehearsal(args: readonly string[]): Rehearsing {
  const child = spawn(process.execPath, [builtCli(), 'rehearse', ...args], { timeout: PROGRAM_MS })
  const seen = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      seen[stream] += text
    })
  return {
    stderr: () => seen.stderr,
    signal: (name) => void child.kill(name),
    end: once(child, 'close').then(([code]) => ({ code, ...seen })),
  }
}
