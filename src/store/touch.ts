/** What is used lives on: a session stays in the store for so long after its last use, whichever replica that came to. */
import type { Redis } from 'ioredis'
import { later } from '../clock/timers.js'
import type { Session, Sessions } from '../session/session.js'
import type { Keys } from './keys.js'

export interface TouchParts {
  readonly commands: Redis
  readonly keys: Keys
  readonly ttlSeconds: number
  isCurrent(): boolean
  journalId(session: string): string
  /** Is called each time: what others have let die is to be let go. */
  after(): Promise<void> | undefined
  onTrouble(error: unknown): void
}

export interface Touch {
  /** The session was used. */
  use(id: string): void
  start(sessions: Sessions): void
  stop(): void
}

const TOUCH_MS = 60_000

export function createTouch(parts: TouchParts): Touch {
  const { commands, keys, ttlSeconds } = parts
  const used = new Set<string>()
  let cancel = () => {}

  const keysOf = (session: Session): string[] => {
    const { id } = session
    const journalId = parts.journalId(id)
    return [
      keys.document(id),
      keys.snapshots(id),
      ...session.runs.map(({ countsId }) => keys.rules(id, countsId)),
      keys.lines(id, journalId),
      keys.counts(id, journalId),
    ]
  }
  const touch = async ({ root, list }: Sessions): Promise<void> => {
    if (!parts.isCurrent()) return
    const touching = commands.pipeline()
    for (const session of [root, ...list()])
      if (used.has(session.id)) for (const key of keysOf(session)) touching.expire(key, ttlSeconds)
    used.clear()
    await touching.exec()
    await parts.after()
  }
  const start = (sessions: Sessions): void => {
    cancel = later(TOUCH_MS, () => {
      touch(sessions)
        .catch(parts.onTrouble)
        .finally(() => start(sessions))
    })
  }
  return { use: (id) => void used.add(id), start, stop: () => cancel() }
}
