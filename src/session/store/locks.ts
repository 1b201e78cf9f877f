/** Locks that serialise changes of a session across replicas. */
import { pause } from '../../kit/clock/timers.js'
import { StateLostError } from '../state-store.js'
import type { StoreContext } from './context.js'
import type { Membership } from './membership.js'

const LOCK_SECONDS = 60
const TIMEOUT_MS = 20_000
const POLL_MS = 4

export function createLocks({ call, keys, replica, onTrouble }: StoreContext, membership: Membership) {
  const lock = async (id: string, seconds: number) =>
    (await call(
      'lock',
      [keys.lock(id), keys.replicas, keys.document(id)],
      [replica, seconds, membership.leaseMs],
    )) as readonly [isMine: string, version: string]
  return {
    async acquire(id: string): Promise<number> {
      for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += POLL_MS) {
        const [isMine, version] = await membership.whileCurrent(lock(id, LOCK_SECONDS))
        if (isMine === '1') return Number(version)
        await pause(POLL_MS, { isIdle: true })
      }
      throw new StateLostError('another replica holds the lock of this session', 'retry')
    },
    release: (id: string): void => void lock(id, 0).catch(onTrouble),
  }
}
