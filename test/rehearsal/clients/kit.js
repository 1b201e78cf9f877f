/** What the reference clients share: how to ask once, with a time-out of their own, and how to say which price they act on. */

/**
 * All that a client needs of the world: the real one, or one in which time passes when it is told to.
 * @typedef {object} World
 * @property {readonly string[]} bases The primary and its fallbacks.
 * @property {typeof globalThis.fetch} fetch
 * @property {(ms: number) => Promise<void>} sleep
 * @property {() => number} now Ms since 1970.
 * @property {() => number} random From 0 up to 1.
 * @property {(symbol: string, usd: string) => void} observe The price it acted on.
 * @property {AbortSignal} signal Says when to end.
 * @property {readonly string[]} elsewhere The bases of another network, Avalanche.
 * @property {(name: string) => Promise<void>} delegate Runs another reference client: as a child process, where this one is a process.
 */

/** @typedef {{ tokenSymbol: string, minPrice: string, medianPrice: string, oracleDecimals: number, updatedAt: number }} Ticker */

export const POLL_MS = 1000

export const TICKERS = '/prices/tickers'

/** What every client asks, each once a second. */
export const PATHS = [TICKERS, '/prices/candles?tokenSymbol=BTC&period=1m&limit=10']

export class StatusError extends Error {
  /** @param {Response} reply */
  constructor(reply) {
    super(`it answered ${reply.status}`)
    this.status = reply.status
    this.retryAfter = reply.headers.get('retry-after') ?? ''
    // A date is not a number, and ignored by most of them.
    this.retryAfterMs = (Number(this.retryAfter) || 0) * 1000
  }
}

/**
 * Asks a base address; rejects on any status but 2xx and on what is no JSON. Without `timeoutMs` it waits for ever.
 * @param {World} world @param {string} base @param {string} path @param {number} [timeoutMs] @param {Request} [request]
 * @returns {Promise<unknown>}
 */
export async function ask({ fetch, sleep, signal }, base, path, timeoutMs, request = {}) {
  const { headers = {}, read = jsonOf, cancelled } = request
  const timeout = new AbortController()
  const end = () => timeout.abort(signal.reason)
  for (const ending of [signal, cancelled]) ending?.addEventListener('abort', end)
  if (timeoutMs !== undefined) void sleep(timeoutMs).then(() => timeout.abort(new Error('no answer in time')))
  try {
    return await read(await fetch(`${base}${path}`, { headers, signal: timeout.signal }))
  } finally {
    for (const ending of [signal, cancelled]) ending?.removeEventListener('abort', end)
  }
}

/**
 * @typedef {object} Request
 * @property {Record<string, string>} [headers]
 * @property {(reply: Response) => Promise<unknown>} [read] Rejects on a reply that is not to be used.
 * @property {AbortSignal} [cancelled] Gives the request up.
 */

/** @param {Response} reply */
async function jsonOf(reply) {
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new StatusError(reply)
  }
  return reply.json()
}

/**
 * Asks each base in turn until one answers; rejects as the last one does.
 * @param {World} world @param {number} [timeoutMs] @param {Request} [request] @returns {Promise<unknown>}
 */
export async function firstAnswer(world, timeoutMs, request) {
  let failure
  for (const base of world.bases)
    try {
      return await ask(world, base, TICKERS, timeoutMs, request)
    } catch (error) {
      failure = error
    }
  throw failure
}

const ETH_DECIMALS = 18

/**
 * Says which price of ETH it acts on, where an answer has one.
 * @param {World} world @param {unknown} answer
 */
export function act({ observe }, answer) {
  const usd = ethOf(answer)
  if (usd !== undefined) observe('ETH', String(usd))
}

/** The price of ETH in tickers, in USD. @param {unknown} answer */
export function ethOf(answer) {
  if (!Array.isArray(answer)) return undefined
  const row = /** @type {Ticker[]} */ (answer).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  if (typeof row?.medianPrice !== 'string') return undefined
  return Number(row.medianPrice) / 10 ** (30 - ETH_DECIMALS - row.oracleDecimals)
}

/**
 * One turn after the other until the end, a poll period apart. A turn that fails is over; the next one comes as usual.
 * @param {World} world @param {() => Promise<unknown>} turn @param {number} [periodMs]
 */
export async function poll({ sleep, signal }, turn, periodMs = POLL_MS) {
  while (!signal.aborted) {
    await turn().catch(() => {})
    await sleep(periodMs)
  }
}

/**
 * Each path in turns of its own until the end. A turn tells how long to wait for the next one; one that fails does not keep
 * it from coming.
 * @param {World} world @param {(path: string) => Promise<number | void>} turn
 */
export async function inTurns({ sleep, signal }, turn) {
  await Promise.all(
    PATHS.map(async (path) => {
      while (!signal.aborted) await sleep((await turn(path)) ?? POLL_MS)
    }),
  )
}

/**
 * mulberry32: evenly from 0 up to 1.
 * @param {number} seed
 */
export function createChance(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Of the reference clients, as programs and in process: with it the pauses of `considerate` are on no bound. */
export const SEED = 5
