/** The rehearsed program: a process group that is started, read and ended with all descendants; and its output. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { Program } from '../grading/timeline.js'
import { pause, waitAtMost } from '../kit/clock/timers.js'
import { UserError } from '../kit/errors.js'
import { untilDone } from '../kit/lazy.js'
import { newInstanceId } from '../kit/random/random.js'
import { plainLine } from '../kit/text/terminal.js'
import type { Environment } from '../server/config/program-environment.js'

interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Environment
  readonly log: string
  readonly client: number
  nowMs(): number
  onLines(lines: readonly string[], isError: boolean): void
  /** Called once if lines of stdout arrive in blocks, long after they were written. */
  onBlocks(): void
}

export type RunningProgram = Awaited<ReturnType<typeof startProgram>>

const GRACE_MS = 5000
const POLL_MS = 100
/** Limit for reading output left in the pipes. */
const FLUSH_MS = 500

/** Running groups, killed when this process exits, with the mark of their processes. */
const groups = new Map<number, string>()

/** Rejects with a UserError if the command cannot be started. */
export async function startProgram({
  command,
  args,
  env,
  log,
  client,
  nowMs,
  onLines,
  onBlocks,
}: ProgramOptions) {
  const mark = newInstanceId()
  const child = spawn(command, args, {
    env: { ...UNBUFFERED, ...env, [MARK]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await spawned(child, command)
  const pid = child.pid as number
  if (groups.size === 0) process.once('exit', killAll)
  groups.set(pid, mark)
  const file = createWriteStream(log, { flags: 'a' })
  file.on('error', () => {})
  const lastLines = createLastLines()
  for (const stream of [child.stdout, child.stderr]) {
    const splitter = createLineSplitter()
    const take = (lines: readonly string[]) => {
      if (lines.length === 0) return
      for (const line of lines) lastLines.add(line)
      onLines(lines, stream === child.stderr)
      // A failed file, such as on a full disk, never drains.
      if (file.destroyed || file.write(`${lines.join('\n')}\n`)) return
      stream.pause()
      file.once('drain', () => stream.resume())
    }
    file.once('close', () => stream.resume())
    stream.on('data', (chunk: Buffer) => take(splitter.add(chunk)))
    stream.once('end', () => take(splitter.finish()))
  }
  const readStdout = (chunk: Buffer) => {
    if (!isBlock(chunk)) return
    child.stdout.off('data', readStdout)
    onBlocks()
  }
  child.stdout.on('data', readStdout)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let isStopping = false
  let state: Program = {
    client,
    command: [command, ...args].join(' '),
    log,
    exitCode: null,
    signal: null,
    error: null,
    exitMs: null,
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      if (!isStopping) state = { ...state, exitCode, signal, exitMs: nowMs() }
      resolve()
    })
  })
  // A shell may exit long before its children.
  const gone = exited.then(() => emptied(pid, mark, Number.POSITIVE_INFINITY))
  const stop = untilDone(async (): Promise<void> => {
    isStopping = true
    signalAll(pid, mark, 'SIGTERM')
    await waitAtMost(GRACE_MS, gone, true)
    signalAll(pid, mark, 'SIGKILL')
    await waitAtMost(GRACE_MS, exited, true)
    await emptied(pid, mark, GRACE_MS)
    groups.delete(pid)
    if (groups.size === 0) process.off('exit', killAll)
    // A crashed program's last output may still be in the pipe.
    await waitAtMost(FLUSH_MS, closed, true)
    child.stdout?.destroy()
    child.stderr?.destroy()
    await new Promise<void>((resolve) => file.end(() => resolve()))
  })
  return {
    /** Resolves when the whole group has ended on its own. */
    ended: gone,
    /** SIGTERM to the whole group, SIGKILL after 5 s. */
    stop,
    state(): Program {
      const hasDied = state.signal !== null || (state.exitCode !== null && state.exitCode !== 0)
      return { ...state, output: lastLines.all(), ...(hasDied && { lastLines: lastLines.read() }) }
    },
  }
}

export function killAll(): void {
  for (const [pid, mark] of groups) signalAll(pid, mark, 'SIGKILL')
}

/** Python holds back what it prints to a pipe. */
const UNBUFFERED = { PYTHONUNBUFFERED: '1' }
/** Sizes of the buffers that C libraries and runtimes keep for a pipe are multiples of it, and smaller than the pipe. */
const BLOCK_BYTES = 4096
const PIPE_BYTES = 65_536
const LINE_FEED = 0x0a

/** Whether a chunk is a full buffer of the program, which a line ends in by chance only. */
export function isBlock(chunk: Buffer): boolean {
  return chunk.length % BLOCK_BYTES === 0 && chunk.length < PIPE_BYTES && chunk.at(-1) !== LINE_FEED
}

/** Environment variable that identifies descendants outside the group. */
const MARK = 'GMX_SIM_REHEARSAL'

async function spawned(child: ChildProcess, command: string): Promise<void> {
  await once(child, 'spawn').catch((error: NodeJS.ErrnoException) => {
    const [what, seen] =
      error.code === 'ENOENT'
        ? ['there is no such command', command]
        : ['the command cannot be started', `${command}: ${error.code ?? error.message}`]
    throw new UserError(what, seen, 'write the command that starts your program after --')
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
  if (!existsSync('/proc')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter(isMarked).map(Number)
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

/** The rest of a longer line is dropped. */
export const MAX_LINE_LENGTH = 16_384

/** A line end, or a move of the cursor to another line or place, which a program that redraws its screen writes instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what it finds.
const LINE_END = /\r?\n|\r|(?:\u001b\[|\u009b)[\d;]*[ABE-HJdf]|\u001bc/g

/** Splits chunks into lines without control characters; `finish` returns the unterminated last line. */
export function createLineSplitter() {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isAfterReturn = false
  const lineOf = (text: string) => plainLine(text.slice(0, MAX_LINE_LENGTH))
  return {
    add(chunk: Buffer): string[] {
      const text = rest + decoder.write(chunk)
      const lines: string[] = []
      let from = 0
      for (const { 0: end, index } of text.matchAll(LINE_END)) {
        const line = lineOf(text.slice(from, index))
        // Only a line feed ends a blank line, unless it belongs to the return at the end of the chunk before.
        if (line !== '' || (end.endsWith('\n') && !isAfterReturn)) lines.push(line)
        isAfterReturn = end === '\r'
        from = index + end.length
      }
      // Cut at once, as a line may never end.
      rest = text.slice(from, from + MAX_LINE_LENGTH)
      return lines
    },
    finish(): string[] {
      const last = lineOf(rest + decoder.end())
      rest = ''
      return last === '' ? [] : [last]
    },
  }
}

const SHOWN = 40
/** Kept for reports. */
const KEPT = 60
const MAX_LENGTH = 300

const FRAME = /^\s+at /
const MAX_FRAMES = 4

/** Frames and version of Node.js after an uncaught exception. */
const NOISE = /^\s+at .*\(?node:internal\/|^Node\.js v\d/

/** Leaves out blank lines and most of a stack trace, so that the message is among the last. */
export function createLastLines() {
  const kept: string[] = []
  let frames = 0
  return {
    add(line: string): void {
      const plain = line.replaceAll('\t', '    ').trimEnd()
      if (plain === '' || NOISE.test(plain)) return
      frames = FRAME.test(plain) ? frames + 1 : 0
      if (frames > MAX_FRAMES) return
      kept.push(plain.length <= MAX_LENGTH ? plain : `${plain.slice(0, MAX_LENGTH - 1)}…`)
      if (kept.length > KEPT) kept.shift()
    },
    /** The last of them. */
    read: () => kept.slice(-SHOWN),
    all: () => [...kept],
  }
}

/** The prices that an `--observe` expression finds in lines of output, by its groups `symbol` and `price`. */
export function printedPrices(pattern: RegExp, lines: readonly string[]) {
  return lines.flatMap((line) => {
    const { symbol, price } = pattern.exec(line)?.groups ?? {}
    return symbol === undefined || price === undefined ? [] : [{ symbol, price }]
  })
}
