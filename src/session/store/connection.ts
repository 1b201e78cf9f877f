/** The two connections to the store: one for commands, one for a blocking read. */
import { Command, Redis } from 'ioredis'
import { setTimer } from '../../kit/clock/timers.js'
import { StateLostError, UnreadableError } from '../state-store.js'
import { optionsFor, type StoreAddress, storeHostOf, unusable } from './address.js'
import { type FunctionName, LIBRARY, LIBRARY_CODE } from './lua-functions.js'

export interface StoreConnection {
  /** Resends pending commands when it reconnects. */
  readonly commands: Redis
  readonly reader: Redis
  /** Calls a library function, loading the library on demand; rejects with a StateLost where the store refuses. */
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

/** First major version of Redis with functions. */
const OLDEST = 7
const FIRST_CONNECT_MS = 5000

/** A pipeline that was partly answered when its connection broke; the rest may be retried. */
const ABORTED = /aborted due to connection close/i

export async function connectStore(
  address: StoreAddress,
  onTrouble: (error: unknown) => void,
): Promise<StoreConnection> {
  const options = optionsFor(address)
  // Function calls are pipelined, as many are concurrent, and they are idempotent. ioredis resends all others itself.
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
      // A failed connection may fail again while it closes; without a listener that would end the process.
      client.stream?.on('error', () => {})
      // Attempts fail alike, so one report is enough. Before the first contact `firstContact` reports.
      if (isIn && error.message !== last)
        onTrouble(new Error(`the store at ${storeHostOf(address.url)}: ${error.message}`))
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
      // Only decisions are concurrent in numbers; the others are sent alone, at the cost of one command.
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
          else if (!ABORTED.test(message)) throw stateLostIn(message) ?? error
        }
    },
    close,
  }
}

/** Rejects with a StateLost for errors reported by the store. */
export async function guarded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw stateLostIn((error as Error).message) ?? error
  }
}

/** Rejects with the first error of a transaction. */
export async function executed(
  work: Promise<readonly (readonly [Error | null, unknown])[] | null>,
): Promise<void> {
  for (const [error] of (await work) ?? []) if (error !== null) throw error
}

function stateLostIn(message: string): StateLostError | undefined {
  if (/^(OOM|EXECABORT .*OOM)/.test(message))
    return new StateLostError('the store is full', 'end sessions, or give the store more memory (maxmemory)')
  if (/^(READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|LOADING|NOPERM|BUSY|UNKILLABLE)/.test(message))
    return new StateLostError(`the store refuses: ${message.slice(0, 200)}`, 'see the log of the store')
  // A function met a type or a value that no replica has written.
  if (/^WRONGTYPE|@user_function|user_script/.test(message)) return new UnreadableError('key', message)
  if (/connection is closed/i.test(message) || ABORTED.test(message)) return new StateLostError()
  return undefined
}

/** A flat list of alternating names and values as a record. */
export function hashFields(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null)
  for (let i = 0; i + 1 < flat.length; i += 2) record[flat[i]] = flat[i + 1]
  return record
}

/** A flat list of alternating members and scores as pairs. */
export function pairsOf(flat: readonly string[]): [member: string, score: number][] {
  return flat.flatMap((member, at) => (at % 2 === 0 ? [[member, Number(flat[at + 1])]] : []))
}

/** Waits until the store answers, as it may be starting; rejects at once for permanent errors. */
async function firstContact(client: Redis, { url }: StoreAddress): Promise<void> {
  let last = 'no answer'
  let cancel = () => {}
  const failed = new Promise<never>((_, reject) => {
    client.on('error', ({ message }: Error) => {
      last = message
      if (HOPELESS.test(message)) reject(new Error(message))
    })
    cancel = setTimer(FIRST_CONNECT_MS, () => reject(new Error(last)))
  })
  failed.catch(() => {})
  try {
    await Promise.race([client.ping(), failed])
  } catch (error) {
    const { message } = error as Error
    throw unusable(
      'the store cannot be used',
      `${storeHostOf(url)}: ${message}`,
      /certificate/i.test(message) ? CERTIFICATE_HINT : HINT,
    )
  } finally {
    cancel()
  }
}

const HINT =
  'check that Redis or Valkey runs there, and write --store redis://host:6379/0, with user and password if required'
const CERTIFICATE_HINT =
  'use the name in its certificate with --store, and the file of its certificate authority with --store-ca'
const HOPELESS = /WRONGPASS|NOAUTH|NOPERM|DB index|certificate|wrong version number|AUTH/i

async function requireFunctions(client: Redis, { url }: StoreAddress): Promise<void> {
  const info = String(await client.info('server'))
  const version = /^redis_version:(\d+)[^\r\n]*/m.exec(info)
  if (version === null || Number(version[1]) >= OLDEST) return
  throw unusable(
    'the store is too old',
    `${storeHostOf(url)} is of version ${version[0].slice('redis_version:'.length)}`,
    'write one of Redis 7 or newer, or any Valkey',
  )
}
