/** How clients heed Retry-After. */
import { entryOf, type Line } from '../journal/entry.js'
import type { Pause } from './api.js'

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

function isAlike({ kind: { facts: a } }: Line, { kind: { facts: b } }: Line): boolean {
  return a.network === b.network && a.base === b.base && a.endpoint === b.endpoint
}

/** Requests that were made at the same time cannot heed each other's replies. */
function hadSeenReply(later: Line, { leftRealMs }: Line): boolean {
  return leftRealMs !== undefined && later.realMs >= leftRealMs
}
