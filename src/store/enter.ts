/** Being let in: replicas that were started differently do not mix. */
import { UserError } from '../core/errors.js'
import { newInstanceId } from '../core/random.js'
import { guarded, type StoreConnection } from './connection.js'
import type { Keys } from './keys.js'

/** How a server was started, as far as replies depend on it: what people call it, and what it is. */
export type How = Readonly<Record<string, string>>

export interface Entry {
  readonly replica: string
  readonly how: How
  readonly leaseMs: number
  /** What all keys begin with. */
  readonly prefix: string
}

/** What those who come later are to be started like. */
export async function tellHow({ commands }: StoreConnection, keys: Keys, how: How): Promise<void> {
  await guarded(commands.hset(keys.start, 'how', JSON.stringify(how)))
}

/** Returns the generation of the store's data; rejects with a UserError where others were started differently. */
export async function enter(
  { call }: StoreConnection,
  keys: Keys,
  { replica, how, leaseMs, prefix }: Entry,
): Promise<string> {
  const [isIn, told, live] = (await call(
    'start',
    [keys.start, keys.replicas, keys.sessions, keys.document('root')],
    [replica, leaseMs, JSON.stringify(how), newInstanceId()],
  )) as readonly [string, string, number | undefined]
  if (isIn === '1') return told
  const others = JSON.parse(told) as How
  const names = [...new Set([...Object.keys(how), ...Object.keys(others)])]
  const differences = names
    .filter((name) => how[name] !== others[name])
    .map((name) => `${name} ${how[name] ?? 'none'} here and ${others[name] ?? 'none'} there`)
  const who =
    Number(live) > 0 ? `${live} that ${Number(live) === 1 ? 'runs' : 'run'}` : 'those that left sessions'
  throw new UserError(
    'this replica was started differently from the others on its store',
    `${differences.join(', ')} (${who})`,
    `start it as they were, or keep it apart with another --store-prefix than ${prefix}`,
    3,
  )
}
