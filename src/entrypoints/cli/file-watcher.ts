/** Watches a changing set of files. */
import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimer } from '../../kit/clock/timers.js'

/** Polls: file events miss renames, link targets, network and container mounts, and files that reappear. */
const POLL_MS = 100

export class FileWatcher {
  /** The state of each file when it was last seen. */
  #known: ReadonlyMap<string, string> = new Map()
  #isClosed = false
  #cancelPoll = () => {}
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Reports changes from now on: unlike those of `fs.watchFile`, which miss a file that is created before their first poll. */
  watch(paths: readonly string[]): void {
    if (this.#isClosed) return
    const before = this.#known
    this.#known = new Map(paths.map((path) => [path, before.get(path) ?? stateNow(path)]))
    this.#pollSoon()
  }

  close(): void {
    this.watch([])
    this.#isClosed = true
  }

  #pollSoon(): void {
    this.#cancelPoll()
    if (this.#known.size > 0) this.#cancelPoll = setTimer(POLL_MS, () => void this.#poll())
  }

  async #poll(): Promise<void> {
    const known = this.#known
    const now = new Map(
      await Promise.all(
        [...known.keys()].map(async (path) => [path, await stat(path).then(stateOf, () => MISSING)] as const),
      ),
    )
    // Replaced by others meanwhile: those are polled anyway.
    if (known !== this.#known) return
    this.#known = now
    if ([...known].some(([path, state]) => now.get(path) !== state)) this.#onChange()
    this.#pollSoon()
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
