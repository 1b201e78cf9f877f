/** The registry of replicas: their heartbeats and the settings that they share. Nothing else depends on it. */
import { UserError } from '../../kit/errors.js'
import type * as z from '../../kit/zod.js'
import type { UnreadableError } from '../state-errors.js'
import type { Replicas } from '../state-store.js'
import { hashFields, type StoreContext } from './connection.js'
import { TTL_SECONDS } from './keys.js'
import { readAs, storedSettings, storedStatus } from './schemas.js'

/** Interval of heartbeats, and the silence after which a replica counts as gone. */
export const BEAT_MS = 500
const SILENT_MS = 5000
const FORGOTTEN_MS = 3_600_000

/** Settings that affect replies, by name: all replicas must agree on them. */
export type ReplicaSettings = Readonly<Record<string, string>>

type ReplicaStatus = z.infer<typeof storedStatus>

interface Heartbeat {
  readonly instanceId: string
  readonly atMs: number
  readonly isLive: boolean
  readonly status: ReplicaStatus
}

/** `rootKeys` are those of the default session, which lives as long as a replica. */
export function createRegistry(
  { ask, within, commands, keys, time, replica }: StoreContext,
  prefix: string,
  status: () => ReplicaStatus,
  rootKeys: () => readonly string[],
) {
  const registry = () => [keys.start, keys.replicas, keys.sessions, keys.connections, ...rootKeys()]
  /** Writes a heartbeat; returns those of all replicas. */
  const beat = async (): Promise<Heartbeat[]> => {
    const all = await ask('beat', registry(), [replica, JSON.stringify(status())])
    return Object.entries(hashFields(all as string[])).map(([instanceId, text]) => {
      const atMs = Number.parseFloat(text)
      const isLive = Math.abs(atMs - time.wallMs()) < SILENT_MS
      return { instanceId, atMs, isLive, status: statusIn(text.slice(text.indexOf(' ') + 1)) }
    })
  }
  return {
    beat,
    /** Enters; rejects with a UserError where others were started differently. */
    async enter(how: ReplicaSettings): Promise<void> {
      const mine = [replica, JSON.stringify(status()), JSON.stringify(how), SILENT_MS]
      const others = await ask('join', registry(), mine)
      if (others === null) return
      const [theirs, live] = others as readonly [string, number]
      throw differing(how, settingsIn(theirs, prefix), live, prefix)
    },
    async leave(): Promise<void> {
      await within(commands.hdel(keys.replicas, replica))
    },
    async set(how: ReplicaSettings): Promise<void> {
      await within(commands.set(keys.start, JSON.stringify(how), 'EX', TTL_SECONDS))
    },
    async list(): Promise<Replicas> {
      const all = await beat()
      const isOld = ({ atMs }: Heartbeat) => !(atMs > time.wallMs() - FORGOTTEN_MS)
      const old = all.filter(isOld).map(({ instanceId }) => instanceId)
      if (old.length > 0) await within(commands.hdel(keys.replicas, ...old))
      return {
        live: all.flatMap(({ isLive, instanceId, status }) => {
          const held = Object.values(status.held).reduce((sum, one) => sum + one, 0)
          return isLive ? [{ instanceId, ...status, held }] : []
        }),
        gone: all.flatMap((one) =>
          one.isLive || isOld(one) ? [] : [{ instanceId: one.instanceId, sinceMs: one.atMs }],
        ),
      }
    },
  }
}

function differing(how: ReplicaSettings, others: ReplicaSettings, live: number, prefix: string): UserError {
  const names = [...new Set([...Object.keys(how), ...Object.keys(others)])]
  const differences = names
    .filter((name) => how[name] !== others[name])
    .map((name) => `${name} ${how[name] ?? 'none'} here and ${others[name] ?? 'none'} there`)
  const who = live > 0 ? `${live} running` : 'those whose sessions remain'
  return new UserError(
    'the settings of this replica differ from those of the others on its store',
    `${differences.join(', ')} (${who})`,
    `start it with the same settings, or separate it with another --store-prefix than ${prefix}`,
    3,
  )
}

function statusIn(text: string): ReplicaStatus {
  try {
    return readAs(storedStatus, 'status', () => JSON.parse(text))
  } catch {
    return { version: '', host: '', sinceMs: 0, held: {} }
  }
}

function settingsIn(text: string, prefix: string): ReplicaSettings {
  try {
    return readAs(storedSettings, 'start', () => JSON.parse(text))
  } catch (error) {
    throw new UserError(
      'the settings of the replicas on this store cannot be read',
      (error as UnreadableError).detail,
      `separate this replica with another --store-prefix than ${prefix}`,
      3,
    )
  }
}
