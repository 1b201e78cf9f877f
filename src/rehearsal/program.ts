/** The rehearsed program: a process group that is started, read and ended with all descendants. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import type { Program } from '../grading/timeline.js'
import { pause, waitAtMost } from '../kit/clock/timers.js'
import { UserError } from '../kit/errors.js'
import { newInstanceId } from '../kit/random/random.js'
import { createLastLines } from './last-lines.js'
import { createLineSplitter } from './output-lines.js'

export interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: string
  readonly client: number
  nowMs(): number
  onLines(lines: readonly string[], isError: boolean): void
}

export interface RunningProgram {
  /** Resolves when the whole group has ended on its own. */
  readonly ended: Promise<void>
  /** SIGTERM to the whole group, SIGKILL after 5 s, or at once if urgent. */
  stop(isUrgent?: boolean): Promise<void>
  state(): Program
}

const GRACE_MS = 5000
const POLL_MS = 100
/** Limit for reading output left in the pipes. */
const FLUSH_MS = 500

/** Running groups, killed when this process exits, with the mark of their processes. */
const groups = new Map<number, string>()
let isGuarded = false

/** Rejects with a UserError if the command cannot be started. */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { command, args, env, log, client, nowMs, onLines } = options
  const mark = newInstanceId()
  const child = spawn(command, args, {
    env: { ...env, [MARK]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await spawned(child, command)
  const pid = child.pid as number
  guard(pid, mark)
  const file = createWriteStream(log, { flags: 'a' })
  file.on('error', () => {})
  const lastLines = createLastLines()
  for (const [stream, isError] of [
    [child.stdout, false],
    [child.stderr, true],
  ] as const) {
    const splitter = createLineSplitter()
    const take = (lines: readonly string[]) => {
      if (lines.length === 0) return
      for (const line of lines) lastLines.add(line)
      onLines(lines, isError)
      // A failed file, such as on a full disk, never drains.
      if (file.destroyed || file.write(`${lines.join('\n')}\n`)) return
      stream.pause()
      file.once('drain', () => stream.resume())
    }
    file.once('close', () => stream.resume())
    stream.on('data', (chunk: Buffer) => take(splitter.add(chunk)))
    stream.once('end', () => take(splitter.finish()))
  }
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let isStopping = false
  const commandLine = [command, ...args].join(' ')
  let state: Program = {
    ...{ client, command: commandLine, log },
    ...{ exitCode: null, signal: null, error: null, exitMs: null },
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      if (!isStopping) state = { ...state, exitCode, signal, exitMs: nowMs() }
      resolve()
    })
  })
  // A shell may exit long before its children.
  const gone = exited.then(() => emptied(pid, mark, Number.POSITIVE_INFINITY))
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    isStopping = true
    signalAll(pid, mark, 'SIGTERM')
    await waitAtMost(GRACE_MS, gone, true)
    signalAll(pid, mark, 'SIGKILL')
    await waitAtMost(GRACE_MS, exited, true)
    await emptied(pid, mark, GRACE_MS)
    groups.delete(pid)
    // A crashed program's last output may still be in the pipe.
    await waitAtMost(FLUSH_MS, closed, true)
    child.stdout?.destroy()
    child.stderr?.destroy()
    await new Promise<void>((resolve) => file.end(() => resolve()))
  }
  return {
    ended: gone,
    stop(isUrgent = false) {
      if (isUrgent) signalAll(pid, mark, 'SIGKILL')
      stopping ??= stop()
      return stopping
    },
    state: () => ({
      ...state,
      output: lastLines.all(),
      ...(hasDied(state) && { lastLines: lastLines.read() }),
    }),
  }
}

function hasDied({ exitCode, signal }: Program): boolean {
  return signal !== null || (exitCode !== null && exitCode !== 0)
}

export function killAll(): void {
  for (const [pid, mark] of groups) signalAll(pid, mark, 'SIGKILL')
}

/** Environment variable that identifies descendants outside the group. */
const MARK = 'GMX_SIM_REHEARSAL'

function guard(pid: number, mark: string): void {
  groups.set(pid, mark)
  if (isGuarded) return
  isGuarded = true
  process.once('exit', killAll)
}

function spawned(child: ChildProcess, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error: NodeJS.ErrnoException) => {
      const seen = error.code === 'ENOENT' ? command : `${command}: ${error.code ?? error.message}`
      const what = error.code === 'ENOENT' ? 'there is no such command' : 'the command cannot be started'
      reject(new UserError(what, seen, 'write the command that starts your program after --'))
    })
  })
}

/** Finds processes with the mark (Linux only). */
function marked(mark: string): number[] {
  const isMarked = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`)
    } catch {
      return false
    }
  }
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isMarked(name))
      .map(Number)
  } catch {
    return []
  }
}

function isAlive(pid: number, mark: string): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' || marked(mark).length > 0
  }
}

function signalAll(pid: number, mark: string, signal: NodeJS.Signals): void {
  for (const target of [-pid, ...marked(mark)])
    try {
      process.kill(target, signal)
    } catch {
      // Already gone.
    }
}

async function emptied(pid: number, mark: string, maxMs: number): Promise<void> {
  for (let waitedMs = 0; isAlive(pid, mark) && waitedMs < maxMs; waitedMs += POLL_MS)
    await pause(POLL_MS, { isIdle: true })
}
