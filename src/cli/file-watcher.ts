/** Watches a changing set of files. */
import { type Stats, unwatchFile, watchFile } from 'node:fs'

/** Polls: file events miss renames, link targets, network and container mounts, and files that reappear. */
const POLL_MS = 100

export class FileWatcher {
  #paths: ReadonlySet<string> = new Set()
  #isClosed = false
  readonly #onPoll: (now: Stats, before: Stats) => void

  constructor(onChange: () => void) {
    // The first poll also reports a missing file.
    this.#onPoll = (now, before) => {
      if (now.mtimeMs !== before.mtimeMs || now.size !== before.size || now.ino !== before.ino) onChange()
    }
  }

  watch(paths: readonly string[]): void {
    if (this.#isClosed) return
    const before = this.#paths
    this.#paths = new Set(paths)
    for (const path of before) if (!this.#paths.has(path)) unwatchFile(path, this.#onPoll)
    for (const path of this.#paths)
      if (!before.has(path)) watchFile(path, { interval: POLL_MS, persistent: false }, this.#onPoll)
  }

  close(): void {
    this.watch([])
    this.#isClosed = true
  }
}
