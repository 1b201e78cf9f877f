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
 */

/** @typedef {{ tokenSymbol: string, minPrice: string, medianPrice: string, oracleDecimals: number, updatedAt: number }} Ticker */

export const POLL_MS = 1000

/** What every client asks, each once a second. */
export const PATHS = ['/prices/tickers', '/prices/candles?tokenSymbol=BTC&period=1m&limit=10']

export class StatusError extends Error {
  /** @param {Response} reply */
  constructor(reply) {
    super(`it answered ${reply.status}`)
    this.status = reply.status
    this.retryAfterMs = Number(reply.headers.get('retry-after') ?? 0) * 1000
  }
}

/**
 * Asks a base address; rejects on any status but 2xx and on what is no JSON. Without `timeoutMs` it waits for ever.
 * @param {World} world @param {string} base @param {string} path @param {number} [timeoutMs] @returns {Promise<unknown>}
 */
export async function ask({ fetch, sleep, signal }, base, path, timeoutMs) {
  const timeout = new AbortController()
  const end = () => timeout.abort(signal.reason)
  signal.addEventListener('abort', end)
  if (timeoutMs !== undefined) void sleep(timeoutMs).then(() => timeout.abort(new Error('no answer in time')))
  try {
    const reply = await fetch(`${base}${path}`, { signal: timeout.signal })
    if (!reply.ok) {
      await reply.body?.cancel()
      throw new StatusError(reply)
    }
    return await reply.json()
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const ETH_DECIMALS = 18

/**
 * Says which price of ETH it acts on, where an answer has one.
 * @param {World} world @param {unknown} answer
 */
export function act({ observe }, answer) {
  if (!Array.isArray(answer)) return
  const row = /** @type {Ticker[]} */ (answer).find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  if (typeof row?.medianPrice === 'string')
    observe('ETH', String(Number(row.medianPrice) / 10 ** (30 - ETH_DECIMALS - row.oracleDecimals)))
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
