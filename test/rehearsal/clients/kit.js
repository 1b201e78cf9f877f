/** What the reference clients share: how to ask once, with a time-out of their own, and how to say which price they act on. */

/**
 * All that a client needs of the world: the real one, or one in which time passes when it is told to.
 * @typedef {object} World
 * @property {readonly string[]} bases The primary and its fallbacks.
 * @property {typeof globalThis.fetch} fetch
 * @property {(ms: number) => Promise<void>} sleep
 * @property {() => number} now Ms since 1970.
 * @property {() => number} random From 0 up to 1.
 * @property {(symbol: string, price: string) => void} observe The price it acted on, as the API writes it.
 * @property {AbortSignal} signal Says when to end.
 */

/** @typedef {{ tokenSymbol: string, minPrice: string, medianPrice?: string, updatedAt: number }} Ticker */

export const POLL_MS = 1000

export class StatusError extends Error {
  /** @param {Response} reply */
  constructor(reply) {
    super(`it answered ${reply.status}`)
    this.status = reply.status
    this.retryAfterMs = Number(reply.headers.get('retry-after') ?? 0) * 1000
  }
}

/**
 * The tickers of a base address; rejects on any status but 2xx. Without `timeoutMs` it waits for ever.
 * @param {World} world @param {string} base @param {number} [timeoutMs] @returns {Promise<Ticker[]>}
 */
export async function askTickers({ fetch, sleep, signal }, base, timeoutMs) {
  const timeout = new AbortController()
  const end = () => timeout.abort(signal.reason)
  signal.addEventListener('abort', end)
  if (timeoutMs !== undefined) void sleep(timeoutMs).then(() => timeout.abort(new Error('no answer in time')))
  try {
    const reply = await fetch(`${base}/prices/tickers`, { signal: timeout.signal })
    if (!reply.ok) {
      await reply.body?.cancel()
      throw new StatusError(reply)
    }
    return /** @type {Ticker[]} */ (await reply.json())
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/**
 * Says which price of ETH it acts on, if the rows have one.
 * @param {World} world @param {readonly Ticker[]} rows
 */
export function observeEth({ observe }, rows) {
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')
  const price = row?.medianPrice ?? row?.minPrice
  if (typeof price === 'string') observe('ETH', price)
}

/**
 * Once a second until the end; a failure of one turn does not keep it from the next.
 * @param {World} world @param {() => Promise<void>} turn
 */
export async function everySecond({ sleep, signal }, turn) {
  while (!signal.aborted) {
    await turn().catch(() => {})
    await sleep(POLL_MS)
  }
}
