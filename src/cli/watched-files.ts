/** Files that are watched, which may be others from time to time. */
import { type Stats, unwatchFile, watchFile } from 'node:fs'

/**
 * A file is looked at rather than listened to: that sees one replaced by rename, changed behind a link or on a mount of
 * a network or container, and back after it was gone; it costs one system call a time and none of the system's watches.
 */
const LOOK_MS = 100

export class WatchedFiles {
  #paths: ReadonlySet<string> = new Set()
  #isOver = false
  readonly #onLook: (now: Stats, before: Stats) => void

  constructor(onChange: () => void) {
    // Of one that is not there a first look tells, too.
    this.#onLook = (now, before) => {
      if (now.mtimeMs !== before.mtimeMs || now.size !== before.size || now.ino !== before.ino) onChange()
    }
  }

  /** Watches these and no others. */
  watch(paths: readonly string[]): void {
    if (this.#isOver) return
    const before = this.#paths
    this.#paths = new Set(paths)
    for (const path of before) if (!this.#paths.has(path)) unwatchFile(path, this.#onLook)
    for (const path of this.#paths)
      if (!before.has(path)) watchFile(path, { interval: LOOK_MS, persistent: false }, this.#onLook)
  }

  /** Watches none any more, whoever asks for some later. */
  end(): void {
    this.watch([])
    this.#isOver = true
  }
}
