/** One replica at a time changes a session. */
import { later } from '../clock/timers.js'
import { StateLost } from '../session/shared.js'
import type { StoreConnection } from './connection.js'
import type { Keys } from './keys.js'
import type { Membership } from './membership.js'

export interface Locks {
  /** Waits until the session is nobody else's; resolves with the version that the store has then. */
  take(id: string): Promise<number>
  letGo(id: string): void
}

export interface LocksParts {
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly membership: Membership
  onTrouble(error: unknown): void
}

const LOCK_SECONDS = 60
const PATIENCE_MS = 20_000
const LOOK_MS = 4

export function createLocks({ connection, keys, membership, onTrouble }: LocksParts): Locks {
  const call = async (id: string, seconds: number) =>
    (await connection.call(
      'lock',
      [keys.lock(id), keys.replicas, keys.document(id)],
      [membership.replica, seconds],
    )) as readonly [isMine: string, version: string]
  return {
    async take(id) {
      for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
        const [isMine, version] = await membership.whileCurrent(call(id, LOCK_SECONDS))
        if (isMine === '1') return Number(version)
        await new Promise<void>((resolve) => void later(LOOK_MS, resolve))
      }
      throw new StateLost('another replica has been changing this session for long', 'ask again')
    },
    letGo: (id) => void call(id, 0).catch(onTrouble),
  }
}
