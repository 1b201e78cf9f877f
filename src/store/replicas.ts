/** Who lives, and who went without a word. */
import type { Redis } from 'ioredis'
import type { Sessions } from '../session/session.js'
import type { Replica, Replicas } from '../session/shared.js'
import type { Keys } from './keys.js'
import type { StoreTime } from './time.js'

/** What a replica says of itself. */
export type Told = Omit<Replica, 'instanceId' | 'leaseMs'>

interface Place {
  readonly commands: Redis
  readonly keys: Keys
}

export async function tellOf(
  { commands, keys, replica, ttlSeconds }: Place & { readonly replica: string; readonly ttlSeconds: number },
  told: Told,
): Promise<void> {
  await commands.set(keys.told(replica), JSON.stringify(told), 'EX', ttlSeconds)
}

export async function listReplicas({
  commands,
  keys,
  time,
}: Place & { readonly time: StoreTime }): Promise<Replicas> {
  const nowMs = Math.floor(time.wallMs())
  const [live, gone] = await Promise.all([
    commands.zrangebyscore(keys.replicas, nowMs, '+inf', 'WITHSCORES'),
    commands.zrange(keys.gone, '0', '-1', 'WITHSCORES'),
  ])
  const ends = pairsOf(live)
  const texts = ends.length === 0 ? [] : await commands.mget(ends.map(([replica]) => keys.told(replica)))
  return {
    live: ends.map(([instanceId, endsMs], n) => ({
      instanceId,
      leaseMs: Math.round(endsMs - nowMs),
      ...(JSON.parse(texts[n] ?? NOTHING) as Told),
    })),
    gone: pairsOf(gone).map(([instanceId, sinceMs]) => ({ instanceId, sinceMs })),
  }
}

const NOTHING = JSON.stringify({ version: '', host: '', sinceMs: 0, held: 0, backlog: 0 } satisfies Told)

/** How many requests of each session are held here, of those of which there are any. */
export function heldIn(sessions: Sessions | undefined): Readonly<Record<string, number>> {
  const all = sessions === undefined ? [] : [sessions.root, ...sessions.list()]
  return Object.fromEntries(
    all.flatMap(({ id, waits }) => (waits.held === 0 ? [] : [[id, waits.held] as const])),
  )
}

/** Leaves with a word: nothing is missing. */
export async function leave({
  commands,
  keys,
  replica,
}: Place & { readonly replica: string }): Promise<void> {
  await commands.multi().zrem(keys.replicas, replica).del(keys.told(replica), keys.inbox(replica)).exec()
}

/** Members and scores by turns. */
export function pairsOf(flat: readonly string[]): [member: string, score: number][] {
  return flat.flatMap((member, at) => (at % 2 === 0 ? [[member, Number(flat[at + 1])]] : []))
}
