/** The registry of replicas: joining, leaving, and the list of live and lost ones. */
import { UserError } from '../../kit/errors.js'
import { newInstanceId } from '../../kit/random/random.js'
import type { Replica, Replicas, UnreadableError } from '../state-store.js'
import { guarded, pairsOf } from './connection.js'
import type { StoreContext } from './context.js'
import { TTL_SECONDS } from './keys.js'
import { readAs, storedSettings, storedStatus } from './schemas.js'

/** Settings that affect replies, by name: all replicas must agree on them. */
export type ReplicaSettings = Readonly<Record<string, string>>

export type ReplicaStatus = Omit<Replica, 'instanceId' | 'leaseMs'>

export async function setReplicaSettings(
  { commands, keys }: StoreContext,
  how: ReplicaSettings,
): Promise<void> {
  await guarded(commands.hset(keys.start, 'how', JSON.stringify(how)))
}

/** Returns the generation of the data. Rejects with a UserError where others were started differently. */
export async function enter(
  { call, keys, replica }: StoreContext,
  leaseMs: number,
  how: ReplicaSettings,
  prefix: string,
): Promise<string> {
  const [isIn, status, live] = (await call(
    'start',
    [keys.start, keys.replicas, keys.sessions, keys.document('root')],
    [replica, leaseMs, JSON.stringify(how), newInstanceId()],
  )) as readonly [string, string, number | undefined]
  if (isIn === '1') return status
  const others = settingsIn(status, prefix)
  const names = [...new Set([...Object.keys(how), ...Object.keys(others)])]
  const differences = names
    .filter((name) => how[name] !== others[name])
    .map((name) => `${name} ${how[name] ?? 'none'} here and ${others[name] ?? 'none'} there`)
  const who = Number(live) > 0 ? `${live} running` : 'those whose sessions remain'
  throw new UserError(
    'the settings of this replica differ from those of the others on its store',
    `${differences.join(', ')} (${who})`,
    `start it with the same settings, or separate it with another --store-prefix than ${prefix}`,
    3,
  )
}

export async function publish(
  { commands, keys, replica }: StoreContext,
  status: ReplicaStatus,
): Promise<void> {
  await commands.set(keys.status(replica), JSON.stringify(status), 'EX', TTL_SECONDS)
}

export async function listReplicas({ commands, keys, time }: StoreContext): Promise<Replicas> {
  const nowMs = Math.floor(time.wallMs())
  const [live, gone] = await Promise.all([
    commands.zrangebyscore(keys.replicas, nowMs, '+inf', 'WITHSCORES'),
    commands.zrange(keys.gone, '0', '-1', 'WITHSCORES'),
  ])
  const ends = pairsOf(live)
  const texts = ends.length === 0 ? [] : await commands.mget(ends.map(([replica]) => keys.status(replica)))
  return {
    live: ends.map(([instanceId, endsMs], n) => ({
      instanceId,
      leaseMs: Math.round(endsMs - nowMs),
      ...statusIn(texts[n]),
    })),
    gone: pairsOf(gone).map(([instanceId, sinceMs]) => ({ instanceId, sinceMs })),
  }
}

const NO_STATUS: ReplicaStatus = { version: '', host: '', sinceMs: 0, held: 0, backlog: 0 }

function statusIn(text: string | null): ReplicaStatus {
  try {
    return text === null ? NO_STATUS : readAs(storedStatus, 'status', () => JSON.parse(text))
  } catch {
    return NO_STATUS
  }
}

function settingsIn(text: string, prefix: string): ReplicaSettings {
  try {
    return readAs(storedSettings, 'how', () => JSON.parse(text))
  } catch (error) {
    throw new UserError(
      'the settings of the replicas on this store cannot be read',
      (error as UnreadableError).detail,
      `separate this replica with another --store-prefix than ${prefix}`,
      3,
    )
  }
}

/** Leaves in order, with everything written. */
export async function leave({ commands, keys, replica }: StoreContext): Promise<void> {
  await commands.multi().zrem(keys.replicas, replica).del(keys.status(replica), keys.inbox(replica)).exec()
}
