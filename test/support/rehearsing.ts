/** `gmx-sim rehearse` as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { builtCli, runCli } from './cli.js'
import { PROGRAM_MS } from './patience.js'

export interface Rehearsing {
  /** Output on stderr so far. */
  stderr(): string
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void
  /** Resolves with the outcome of the process. */
  readonly end: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Starts one to observe and interrupt. */
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

/** Rehearsals of one short outage by programs of a few lines, with their files in a temporary folder. */
export function shortRehearsals() {
  let folder = ''
  const at = (name: string) => join(folder, name)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gmx-sim-rehearse-'))
    writeFileSync(at('short.yaml'), SHORT)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const quick = ['--warm-up', '1s', '--cool-down', '1s']
  const rehearse = (...args: string[]) => runCli(['rehearse', at('short.yaml'), ...quick, ...args])
  return { at, rehearse, node: (...code: string[]) => ['--', process.execPath, '-e', code.join(';')] }
}

export const SHORT = `
name: short
rules:
  - { id: down, match: { base: primary }, when: { until: 2s }, fault: { close: true } }
`
