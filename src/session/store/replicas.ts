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

/** `rootKeys` are those of the default session, which lives as long as a replica. */
export function createRegistry(
  { ask, within, commands, keys, time, replica }: StoreContext,
  { prefix, how }: { readonly prefix: string; readonly how: ReplicaSettings },
  status: () => ReplicaStatus,
  rootKeys: () => readonly string[],
) {
  let settings = how
  const registry = () => [keys.start, keys.replicas, keys.sessions, keys.connections, ...rootKeys()]
  /** Writes a heartbeat; returns those of all replicas. */
  const beat = async () => {
    const all = await ask('beat', registry(), [replica, JSON.stringify(status())])
    const nowMs = time.wallMs()
    return Object.entries(hashFields(all as string[])).map(([instanceId, text]) => {
      const atMs = Number.parseFloat(text)
      const isLive = Math.abs(atMs - nowMs) < SILENT_MS
      const isForgotten = !(atMs > nowMs - FORGOTTEN_MS)
      const status = statusIn(text.slice(text.indexOf(' ') + 1))
      return { instanceId, atMs, isLive, isForgotten, status }
    })
  }
  return {
    beat,
    /** Enters; rejects with a UserError where others were started differently. */
    async enter(): Promise<void> {
      const mine = [replica, JSON.stringify(status()), JSON.stringify(settings), SILENT_MS]
      const others = await ask('join', registry(), mine)
      if (others === null) return
      const [theirs, live] = others as readonly [string, number]
      throw differing(settings, settingsIn(theirs, prefix), live, prefix)
    },
    async leave(): Promise<void> {
      await within(commands.hdel(keys.replicas, replica))
    },
    /** Replaces the digest of the initial scenario in the settings. */
    async beginWith(scenario: string): Promise<void> {
      settings = { ...settings, scenario }
      await within(commands.set(keys.start, JSON.stringify(settings), 'EX', TTL_SECONDS))
    },
    async list(): Promise<Replicas> {
      const all = await beat()
      const forgotten = all.filter((one) => one.isForgotten).map(({ instanceId }) => instanceId)
      if (forgotten.length > 0) await within(commands.hdel(keys.replicas, ...forgotten))
      const live = all.filter((one) => one.isLive)
      const gone = all.filter((one) => !one.isLive && !one.isForgotten)
      return {
        live: live.map(({ instanceId, status }) => {
          const held = Object.values(status.held).reduce((sum, one) => sum + one, 0)
          return { instanceId, ...status, held }
        }),
        gone: gone.map(({ instanceId, atMs }) => ({ instanceId, sinceMs: atMs })),
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
