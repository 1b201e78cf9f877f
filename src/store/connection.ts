/** The connections to the store: one for commands, one that waits for what is told. */
import { Command, Redis } from 'ioredis'
import { later } from '../clock/timers.js'
import { StateLost } from '../session/shared.js'
import { optionsFor, placeOf, type StoreAddress, unusable } from './address.js'
import { type FunctionName, LIBRARY, LIBRARY_CODE } from './library.js'

export interface StoreConnection {
  /** For commands; what was under way when it broke is sent again. */
  readonly commands: Redis
  /** For the one command that waits. */
  readonly reader: Redis
  /** Calls a function of the library, which is loaded where it is missing. Rejects with a StateLost where the store refuses. */
  call(name: FunctionName, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>
  close(): void
}

const PLAIN_COMMANDS = [
  'time',
  'incrby',
  'expire',
  'set',
  'xadd',
  'xrevrange',
  'hgetall',
  'hget',
  'hlen',
  'hkeys',
  'zrange',
  'zrangebyscore',
  'zrem',
  'mget',
  'unlink',
  'ping',
  'info',
  'function',
]

/** Oldest versions that have functions. */
const OLDEST = 7
const FIRST_CONNECT_MS = 5000

/** Of commands that went together, some had been answered when the connection broke: the others may be asked again. */
const ABORTED = /aborted due to connection close/i

/** Connects, or rejects with a UserError. */
export async function connectStore(
  address: StoreAddress,
  onTrouble: (error: unknown) => void,
): Promise<StoreConnection> {
  const options = optionsFor(address)
  // Calls of functions go together, as there are many at once, and are made so that they may be asked again. Whatever else
  // was under way when a connection broke is sent again by itself.
  const commands = new Redis({
    ...options,
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: PLAIN_COMMANDS,
  })
  const reader = new Redis(options)
  let last = ''
  let isIn = false
  for (const client of [commands, reader])
    client.on('error', (error: Error) => {
      // A connection that failed may fail once more as it ends, when ioredis listens no longer: that would end the process.
      client.stream?.on('error', () => {})
      // Each attempt fails alike: it is told once. Before the first contact its failure says so.
      if (isIn && error.message !== last)
        onTrouble(new Error(`the store at ${placeOf(address.url)}: ${error.message}`))
      last = error.message
    })
  const close = () => {
    commands.disconnect()
    reader.disconnect()
  }
  try {
    await firstContact(commands, address)
    await firstContact(reader, address)
    await requireFunctions(commands, address)
    isIn = true
  } catch (error) {
    close()
    throw error
  }
  commands.on('ready', () => {
    last = ''
  })
  const load = async (): Promise<void> => {
    await commands.function('LOAD', 'REPLACE', LIBRARY_CODE)
  }
  return {
    commands,
    reader,
    async call(name, keys, args) {
      const wanted = `${LIBRARY}_${name}`
      // Only decisions are many at once; all else goes by itself, at the cost of one command.
      const ask = () =>
        name === 'decide'
          ? commands.fcall(wanted, keys.length, ...keys, ...args)
          : commands.sendCommand(
              new Command('fcall', [wanted, keys.length, ...keys, ...args], { replyEncoding: 'utf8' }),
            )
      for (;;)
        try {
          return await ask()
        } catch (error) {
          const { message } = error as Error
          if (/function not found/i.test(message)) await load()
          else if (!ABORTED.test(message)) throw refusalOf(message) ?? error
        }
    },
    close,
  }
}

/** Rejects with a StateLost for what the store itself refuses. */
export async function guarded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw refusalOf((error as Error).message) ?? error
  }
}

/** What the store itself refuses, in words for whoever asked us. */
function refusalOf(message: string): StateLost | undefined {
  if (/^(OOM|EXECABORT .*OOM)/.test(message))
    return new StateLost('the store is full', 'end sessions, or give the store more memory (maxmemory)')
  if (/^(READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|LOADING|NOPERM)/.test(message))
    return new StateLost(`the store refuses: ${message.slice(0, 200)}`, 'see the log of the store')
  if (/connection is closed/i.test(message) || ABORTED.test(message)) return new StateLost()
  return undefined
}

/** A flat list of alternating names and values as a record. */
export function toRecord(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null)
  for (let i = 0; i + 1 < flat.length; i += 2) record[flat[i]] = flat[i + 1]
  return record
}

/** A flat list of alternating members and scores as pairs. */
export function pairsOf(flat: readonly string[]): [member: string, score: number][] {
  return flat.flatMap((member, at) => (at % 2 === 0 ? [[member, Number(flat[at + 1])]] : []))
}

/** Waits until the store answers, as it may be started at the same time; what will not change is told at once. */
async function firstContact(client: Redis, { url }: StoreAddress): Promise<void> {
  let last = 'no answer'
  let cancel = () => {}
  const failed = new Promise<never>((_, reject) => {
    client.on('error', ({ message }: Error) => {
      last = message
      if (HOPELESS.test(message)) reject(new Error(message))
    })
    cancel = later(FIRST_CONNECT_MS, () => reject(new Error(last)))
  })
  failed.catch(() => {})
  try {
    await Promise.race([client.ping(), failed])
  } catch (error) {
    const { message } = error as Error
    throw unusable(
      'the store cannot be used',
      `${placeOf(url)}: ${message}`,
      /certificate/i.test(message) ? CERTIFICATE_HINT : HINT,
    )
  } finally {
    cancel()
  }
}

const HINT =
  'see that Redis or Valkey runs there, and write --store redis://host:6379/0, with user and password where it asks for them'
const CERTIFICATE_HINT =
  'write the name that its certificate has in --store, and the file of whoever signed it with --store-ca'
const HOPELESS = /WRONGPASS|NOAUTH|NOPERM|DB index|certificate|wrong version number|AUTH/i

async function requireFunctions(client: Redis, { url }: StoreAddress): Promise<void> {
  const info = String(await client.info('server'))
  const version = /^redis_version:(\d+)[^\r\n]*/m.exec(info)
  if (version === null || Number(version[1]) >= OLDEST) return
  throw unusable(
    'the store is too old',
    `${placeOf(url)} is of version ${version[0].slice('redis_version:'.length)}`,
    'write one of Redis 7 or newer, or any Valkey',
  )
}
