/** The built command line, run as child processes. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BaseUrls } from '../../src/market/catalogue/base-urls.js'
import { PROGRAM_MS } from './patience.js'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Path of the built command line; throws with the remedy if it is not built. */
export function builtCli(root = ROOT): string {
  const path = `${root}/dist/cli/main.js`.replace('//', '/')
  if (!existsSync(path)) throw new Error('dist/cli/main.js is missing: run npm run build first')
  return path
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string>>

/** Runs a program to its end, without inherited variables of the simulator. */
export function run(
  file: string,
  args: readonly string[],
  env: Environment = {},
  cwd = ROOT,
  timeout = PROGRAM_MS,
): Promise<Ended> {
  const child = spawn(file, args, { cwd, env: { ...inherited(), ...env }, timeout })
  child.stdin.end()
  return endOf(child)
}

export function runCli(args: readonly string[], env: Environment = {}, cli = builtCli()): Promise<Ended> {
  return run(process.execPath, [cli, ...args], env)
}

export interface HostedCli {
  run(args: readonly string[], env?: Environment): Promise<Ended>
  stop(): void
}

/**
 * Hosts the built command line in one process for many sequential runs, with its imports already loaded. `execPath` is the Node
 * binary. Saves the start-up time of runs that do not need to end the process.
 */
export function hostCli(execPath = process.execPath): HostedCli {
  const host = fork(`${ROOT}/test/support/cli-host.js`, [builtCli()], { execPath, env: inherited() })
  const exit = once(host, 'exit').then(([code]) =>
    Promise.reject(new Error(`the host of the command line ended: ${code}`)),
  )
  exit.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  const run = async (args: readonly string[], env: Environment): Promise<Ended> => {
    host.send({ args, env })
    const [ended] = await Promise.race([once(host, 'message'), exit])
    return ended as Ended
  }
  return {
    run: (args, env = {}) => {
      const ended = last.then(() => run(args, env))
      last = ended.catch(() => {})
      return ended
    },
    stop: () => void host.kill(),
  }
}

/** Contents of the ready line. */
export interface Ready {
  readonly event: string
  readonly url: string
  readonly instanceId: string
  readonly baseUrls: BaseUrls
}

export interface Served {
  readonly ready: Ready
  readonly pid: number
  /** Resolves with the outcome of the process. */
  readonly end: Promise<Ended>
  /** Output so far. */
  stdout(): string
  stderr(): string
  /** Sends a signal and waits for the process to end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** Starts `gmx-sim serve` on a free port by default, and waits for its ready line. */
export async function serveCli(
  args: readonly string[] = [],
  env: Environment = {},
  command: readonly string[] = ['serve'],
  /** Leading words of the command, such as setsid. */
  by: readonly string[] = [],
): Promise<Served> {
  const anyPort = args.includes('--port') || 'GMX_SIM_PORT' in env ? [] : ['--port', '0']
  const [program, ...words] = [...by, process.execPath, builtCli(), ...command, ...anyPort, ...args]
  const child = spawn(program, words, {
    env: { ...inherited(), ...env },
  })
  const end = endOf(child)
  const seen = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text: string) => {
      seen[stream] += text
    })
  const line = await Promise.race([firstLine(child), end])
  if (typeof line !== 'string') throw new Error(`the simulator did not start: ${line.stderr}`)
  return {
    ready: JSON.parse(line),
    pid: child.pid as number,
    end,
    stdout: () => seen.stdout,
    stderr: () => seen.stderr,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return end
    },
  }
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^GMX_SIM_/.test(name))
  return Object.fromEntries(entries) as Record<string, string>
}

function endOf(child: ChildProcess): Promise<Ended> {
  const seen = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      seen[stream] += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...seen }))
  })
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (more: string) => {
      text += more
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
  })
}
