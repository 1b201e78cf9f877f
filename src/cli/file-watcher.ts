/** A changing set of watched files. */
import { type Stats, unwatchFile, watchFile } from 'node:fs'

/** Polls, as events miss renames, link targets, network or container mounts, and files that reappear. */
const LOOK_MS = 100

export class FileWatcher {
  #paths: ReadonlySet<string> = new Set()
  #isOver = false
  readonly #onLook: (now: Stats, before: Stats) => void

  constructor(onChange: () => void) {
    // A missing file is also reported by the first poll.
    this.#onLook = (now, before) => {
      if (now.mtimeMs !== before.mtimeMs || now.size !== before.size || now.ino !== before.ino) onChange()
    }
  }

  watch(paths: readonly string[]): void {
    if (this.#isOver) return
    const before = this.#paths
    this.#paths = new Set(paths)
    for (const path of before) if (!this.#paths.has(path)) unwatchFile(path, this.#onLook)
    for (const path of this.#paths)
      if (!before.has(path)) watchFile(path, { interval: LOOK_MS, persistent: false }, this.#onLook)
  }

  /** Ends permanently. */
  end(): void {
    this.watch([])
    this.#isOver = true
  }
}
