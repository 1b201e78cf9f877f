/**
 * The two connections to the store: one for commands, one that receives notifications of changes, as stores limit how much may wait for a
 * subscribed one. Commands of a broken connection are sent again; what waits for them is rejected as soon as the store does not answer,
 * and everything else at once.
 */
import { X509Certificate } from 'node:crypto'
import { Command, Redis } from 'ioredis'
import { nextTurn, setTimer } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { readWithin } from '../../kit/files.js'
import { StateLostError, UnreadableError } from '../state-errors.js'
import type { Keys } from './keys.js'
import { type FunctionName, LIBRARY, LIBRARY_CODE } from './lua-functions.js'
import type { StoreTime } from './time.js'

export interface StoreAddress {
  /** May contain a password: never shown. */
  readonly url: string
  /** PEM file of the authority that signed the store's certificate. */
  readonly ca: string | undefined
}

/** The dependencies that all parts of one replica share. */
export interface StoreContext extends Awaited<ReturnType<typeof connectStore>> {
  readonly replica: string
  readonly keys: Keys
  readonly time: StoreTime
  /** The scenario is a watched file: replicas may have begun with different versions of it. */
  readonly isWatched: boolean
  /** Reports problems with the store, and their remedies, unless it is lost: clients see that. */
  readonly onTrouble: (error: unknown) => void
}

/** Time for the first answer, at least. */
const FIRST_CONNECT_MS = 5000
/** Longest silence of a store that was asked something. */
const LIMIT_MS = 2000

const SILENT = /^Socket timeout/

export async function connectStore(
  address: StoreAddress,
  onTrouble: (error: unknown) => void,
  limitMs = LIMIT_MS,
) {
  const [url, options] = await clientArguments(address)
  const commands = new Redis(url, { ...options, socketTimeout: limitMs })
  const subscriber = new Redis(url, options)
  const waiting = new Set<(error: Error) => void>()
  let isReady = false
  /** Why commands are rejected at once. */
  let down: Error | undefined
  let isIn = false
  let last = ''
  const fail = (error: Error = new StateLostError()): void => {
    down = error
    for (const reject of waiting) reject(error)
    waiting.clear()
  }
  /** Settles as `work` does, or rejects with a StateLostError as soon as the store does not answer. */
  const within = <Result>(work: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (down !== undefined) reject(down)
      waiting.add(reject)
      work
        .then(resolve, (error: Error) => reject(stateLostIn(error.message) ?? error))
        .finally(() => waiting.delete(reject))
    })
  const close = (error?: StateLostError): void => {
    fail(error)
    commands.disconnect()
    subscriber.disconnect()
  }
  for (const client of [commands, subscriber])
    client.on('error', ({ message }: Error) => {
      // A failed connection may fail again while it closes; without a listener that would end the process.
      client.stream?.on('error', () => {})
      // The store may be starting: only permanent errors end the first attempt at once.
      if (!isIn && HOPELESS.test(message)) fail(new Error(message))
      // Attempts fail alike, so one report is enough.
      if (isIn && message !== last)
        onTrouble(new Error(`the store at ${storeHostOf(address.url)}: ${message}`))
      last = message
      if (client === commands && SILENT.test(message)) isReady = false
    })
  commands.on('ready', () => {
    isReady = true
    down = undefined
    last = ''
  })
  // A broken connection is made again. The store is down where that fails, or after silence.
  commands.on('close', () => {
    if (isIn && !isReady) fail()
    isReady = false
  })
  const load = () => commands.function('LOAD', 'REPLACE', LIBRARY_CODE)
  const cancel = setTimer(Math.max(FIRST_CONNECT_MS, limitMs), () => fail(new Error(last || 'no answer')))
  try {
    await within(Promise.all([commands.ping(), subscriber.ping()]))
    await within(load())
    isIn = true
  } catch (error) {
    close()
    const { message } = error as Error
    const [, hint = HINT] = HINTS.find(([pattern]) => pattern.test(message)) ?? []
    const seen = `${storeHostOf(address.url)}: ${message}`
    throw unusable('the store cannot be used', seen, error instanceof StateLostError ? error.hint : hint)
  } finally {
    cancel()
  }

  const requireAnswers = (): void => {
    if (down !== undefined) throw down
  }
  /** Calls a function of the library, loading it again where the store has lost it. Waits for a store that does not answer. */
  const call = async (
    name: FunctionName,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> => {
    const wanted = [`${LIBRARY}_${name}`, keys.length, ...keys, ...args]
    for (;;)
      try {
        return await commands.sendCommand(new Command('fcall', wanted, { replyEncoding: 'utf8' }))
      } catch (error) {
        const { message } = error as Error
        if (!/function not found/i.test(message)) throw stateLostIn(message) ?? error
        await load()
      }
  }
  let ending: Promise<void> | undefined
  /**
   * Resolves when this turn of the event loop ends. What is called then is sent in one write: its replies arrive together, and so do the
   * next requests. Without that, calls are smaller, and a request takes twice the CPU time.
   */
  const turnEnd = (): Promise<void> => {
    ending ??= nextTurn().then(() => {
      ending = undefined
      const { stream } = commands
      stream.cork()
      process.nextTick(() => stream.uncork())
    })
    return ending
  }
  return {
    commands,
    subscriber,
    turnEnd,
    /** Throws a StateLostError while the store does not answer. */
    requireAnswers,
    within,
    call,
    /** Like `call`; rejects with a StateLostError where the store refuses or does not answer. */
    ask: async (...calling: Parameters<typeof call>): Promise<unknown> => {
      requireAnswers()
      return within(call(...calling))
    },
    /** Rejects all commands from then on with that error, if one is given. */
    close,
  }
}

function stateLostIn(message: string): StateLostError | undefined {
  if (/^(OOM|EXECABORT .*OOM)/.test(message))
    return new StateLostError('the store is full', 'end sessions, or give the store more memory (maxmemory)')
  if (/^(READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|LOADING|NOPERM|BUSY|UNKILLABLE)/.test(message))
    return new StateLostError(`the store refuses: ${message.slice(0, 200)}`, 'see the log of the store')
  // A function met a type or a value that no replica has written.
  if (/^WRONGTYPE|@user_function|user_script/.test(message)) return new UnreadableError('key', message)
  // The second of a transaction that was partly answered.
  if (/connection is closed|aborted due to connection close/i.test(message)) return new StateLostError()
  return undefined
}

/** A flat list of alternating names and values as a record. */
export function hashFields(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null)
  for (let i = 0; i + 1 < flat.length; i += 2) record[flat[i]!] = flat[i + 1]!
  return record
}

const HINT =
  'check that Redis or Valkey runs there, and write --store redis://host:6379/0, with user and password if required'
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [/certificate/i, 'use the name in its certificate, and name the file of its authority with --store-ca'],
  [/unknown command/i, 'write one of Redis 7 or newer, or any Valkey'],
]
const HOPELESS = /WRONGPASS|NOAUTH|NOPERM|DB index|certificate|wrong version number|AUTH/i

/** Returns the arguments of ioredis; rejects with a UserError for unusable certificates. */
async function clientArguments({ url, ca }: StoreAddress) {
  const isEncrypted = url.startsWith('rediss:')
  if (ca !== undefined && !isEncrypted)
    throw unusable('--store-ca requires a TLS store', `--store ${storeHostOf(url)}`, 'write rediss://')
  return [
    url.replace(/^unix:(\/\/)?/, ''),
    {
      connectTimeout: 2000,
      // Pending commands wait for the store; see `within` for those that wait for them.
      maxRetriesPerRequest: null,
      // Its own attempt is caught by nobody: a connection closed meanwhile would end the process.
      autoResubscribe: false,
      retryStrategy: (attempt: number) => Math.min(10 * 2 ** Math.min(attempt, 6), 500),
      connectionName: 'gmx-sim',
      ...(isEncrypted && { tls: ca === undefined ? {} : { ca: await readCa(ca) } }),
    },
  ] as const
}

const MAX_CA_BYTES = 1 << 20

async function readCa(path: string): Promise<Buffer> {
  const bytes = await readWithin(path, MAX_CA_BYTES, (reason, hint) =>
    unusable('the certificates cannot be read', `${path}: ${reason}`, hint),
  )
  try {
    // Node itself accepts any text, and ignores one without certificates.
    new X509Certificate(bytes)
    return bytes
  } catch {
    throw unusable('the certificates cannot be read', `${path} holds none`, 'pass a PEM file to --store-ca')
  }
}

function unusable(what: string, seen: string, hint: string): UserError {
  return new UserError(what, seen, hint, 3)
}

function storeHostOf(url: string): string {
  return url.startsWith('unix:') ? url : new URL(url).host
}
