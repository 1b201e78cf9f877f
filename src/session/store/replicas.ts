/** The registry of replicas: their heartbeats, and the settings that each of those compares. */

import type * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { coalesced } from '../../kit/maps.js'
import type { UnreadableError } from '../state-errors.js'
import type { Replicas } from '../state-store.js'
import { hashFields, type StoreContext } from './connection.js'
import { SILENT_MS } from './lua-functions.js'
import { readAs, storedSettings, storedStatus } from './schemas.js'

/** Interval of heartbeats. */
export const BEAT_MS = 500
const FORGOTTEN_MS = 3_600_000

/** Settings that affect replies, by name: all replicas must agree on them. */
export type ReplicaSettings = Readonly<Record<string, string>>

type ReplicaStatus = z.infer<typeof storedStatus>

/** `rootKeys` are those of the default session, which lives as long as a replica. */
export function createRegistry(
  { ask, within, commands, keys, time, replica, isWatched }: StoreContext,
  { prefix, how }: { readonly prefix: string; readonly how: ReplicaSettings },
  status: () => ReplicaStatus,
  rootKeys: () => readonly string[],
) {
  let settings = how
  let hasJoined = false
  const { start, replicas, sessions, connections } = keys
  const registry = () => [start, replicas, sessions, keys.time, connections, ...rootKeys()]
  /** Writes a heartbeat with settings that are stored if others agree on those that were known; returns the heartbeats of all replicas. */
  const beatAs = async (next: ReplicaSettings): Promise<readonly string[]> => {
    // Another heartbeat may change the settings meanwhile.
    const known = settings
    const texts = [status(), time.elapsedMs(), known, next].map((part) => JSON.stringify(part))
    const reply = await ask('beat', registry(), [replica, ...texts])
    const [theirs, found] = reply as readonly [null, string[]] | readonly [string, number]
    if (theirs === null) {
      settings = next
      hasJoined = true
      return found
    }
    const others = settingsIn(theirs, prefix)
    const names = differencesOf(known, others)
    // Another replica has loaded the changed file.
    const isReloaded = hasJoined && isWatched
    if (!names.every((name) => isReloaded && name === 'scenario'))
      throw differing(names, known, others, found, prefix)
    const following = next === known ? others : next
    settings = others
    return beatAs(following)
  }
  /** Writes a heartbeat; returns those of all replicas, or rejects with a UserError where others were started differently. */
  const beat = coalesced(async () => {
    const all = await beatAs(settings)
    const nowMs = time.elapsedMs()
    return Object.entries(hashFields(all)).map(([instanceId, text]) => {
      const atMs = Number.parseFloat(text)
      const isLive = Math.abs(atMs - nowMs) < SILENT_MS
      const isForgotten = !(atMs > nowMs - FORGOTTEN_MS)
      const status = statusIn(text.slice(text.indexOf(' ') + 1))
      return { instanceId, atMs, isLive, isForgotten, status }
    })
  })
  return {
    beat,
    async leave(): Promise<void> {
      await within(commands.hdel(keys.replicas, replica))
    },
    /** Replaces the digest of the initial scenario in the settings. */
    beginWith: async (scenario: string) => void (await beatAs({ ...settings, scenario })),
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

function differencesOf(how: ReplicaSettings, others: ReplicaSettings): readonly string[] {
  const names = new Set([...Object.keys(how), ...Object.keys(others)])
  return [...names].filter((name) => how[name] !== others[name])
}

function differing(
  names: readonly string[],
  how: ReplicaSettings,
  others: ReplicaSettings,
  live: number,
  prefix: string,
): UserError {
  const differences = names.map(
    (name) => `${name} ${how[name] ?? 'none'} here and ${others[name] ?? 'none'} there`,
  )
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
