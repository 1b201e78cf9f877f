/** Watches a changing set of files. */
import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimer } from '../../kit/clock/timers.js'

/** Polls: file events miss renames, link targets, network and container mounts, and files that reappear. */
const POLL_MS = 100

export function createFileWatcher(onChange: () => void) {
  /** The state of each file when it was last seen. */
  let known: ReadonlyMap<string, string> = new Map()
  let isClosed = false
  let cancelPoll = () => {}
  const pollSoon = (): void => {
    cancelPoll()
    if (known.size > 0) cancelPoll = setTimer(POLL_MS, () => void poll())
  }
  const poll = async (): Promise<void> => {
    const before = known
    const states = [...before.keys()].map(
      async (path) => [path, await stat(path).then(stateOf, () => MISSING)] as const,
    )
    const now = await Promise.all(states)
    // Replaced by others meanwhile: those are polled anyway.
    if (known !== before) return
    known = new Map(now)
    if (now.some(([path, state]) => before.get(path) !== state)) onChange()
    pollSoon()
  }
  /** Reports changes from now on: unlike those of `fs.watchFile`, which miss a file that is created before their first poll. */
  const watch = (paths: readonly string[]): void => {
    if (isClosed) return
    known = new Map(paths.map((path) => [path, known.get(path) ?? stateNow(path)]))
    pollSoon()
  }
  return {
    watch,
    close() {
      watch([])
      isClosed = true
    },
  }
}

/** Also of a file that cannot be read. */
const MISSING = ''

function stateNow(path: string): string {
  try {
    return stateOf(statSync(path))
  } catch {
    return MISSING
  }
}

function stateOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`
}
