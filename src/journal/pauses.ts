/** How clients heed Retry-After. */
import { entryOf, type JournalEntry, type Line } from './entry.js'

/** A reply that told the client to wait, and how it did. */
export interface Pause {
  /** The request that was answered with Retry-After. */
  readonly after: Readonly<JournalEntry>
  readonly retryAfterMs: number
  /** The next request of the same endpoint at the same base address; null while there is none. */
  readonly next: Readonly<JournalEntry> | null
  /** From the first to the next, in virtual or in real time, whichever is longer; null while there is none. */
  readonly waitedMs: number | null
}

/** Every line whose reply told the client to wait, with the next request that should have waited. */
export function pausesIn(lines: readonly Line[]): Pause[] {
  return lines.flatMap((line, index) => {
    if (line.retryAfterSeconds === undefined) return []
    const next = lines.slice(index + 1).find((later) => isAlike(later, line) && hadSeenReply(later, line))
    return [
      {
        after: entryOf(line),
        retryAfterMs: line.retryAfterSeconds * 1000,
        next: next === undefined ? null : entryOf(next),
        waitedMs: next === undefined ? null : Math.max(next.atMs - line.atMs, next.realMs - line.realMs),
      },
    ]
  })
}

function isAlike({ kind: a }: Line, { kind: b }: Line): boolean {
  return a.network === b.network && a.base === b.base && a.endpoint === b.endpoint
}

/** Requests that were made at the same time cannot heed each other's replies. */
function hadSeenReply(later: Line, { leftRealMs }: Line): boolean {
  return leftRealMs !== undefined && later.realMs >= leftRealMs
}
