/** Extends the time to live of sessions that were used since the last round, whichever replica served them. */
import { setTimer } from '../../kit/clock/timers.js'
import type { Session, Sessions } from '../session.js'
import type { StoreContext } from './context.js'
import { TTL_SECONDS } from './keys.js'

const REFRESH_MS = 60_000

export function createTtlRefresh({ commands, keys, onTrouble }: StoreContext) {
  const used = new Set<string>()
  let cancel = () => {}

  const refresh = async (
    sessions: readonly Session[],
    journalIdOf: (id: string) => string,
  ): Promise<void> => {
    const refreshing = commands.pipeline()
    for (const { id, runs } of sessions) {
      if (!used.has(id)) continue
      const journalId = journalIdOf(id)
      const inUse = [
        keys.document(id),
        keys.snapshots(id),
        ...runs.map(({ countsId }) => keys.rules(id, countsId)),
        keys.lines(id, journalId),
        keys.counts(id, journalId),
      ]
      for (const key of inUse) refreshing.expire(key, TTL_SECONDS)
    }
    used.clear()
    await refreshing.exec()
  }
  /** Begins rounds, each followed by `then`; skips those in which this replica is not current. */
  const start = (
    sessions: Sessions,
    isCurrent: () => boolean,
    journalIdOf: (id: string) => string,
    then: () => Promise<void>,
  ): void => {
    const round = async (): Promise<void> => {
      if (!isCurrent()) return
      await refresh([sessions.root, ...sessions.list()], journalIdOf)
      await then()
    }
    cancel = setTimer(REFRESH_MS, () => {
      round()
        .catch(onTrouble)
        .finally(() => start(sessions, isCurrent, journalIdOf, then))
    })
  }
  return {
    use: (id: string): void => void used.add(id),
    start,
    stop: (): void => cancel(),
  }
}
