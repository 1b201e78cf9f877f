/**
 * A client of GMX's prices that does what the documentation asks for: on a timeout, a network error, 429 or 5xx it tries
 * again, with a longer pause each time, and fails over to the next base address.
 */
const TIMEOUT_MS = 5000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const MOST_ROUNDS = 6

export class PriceClient {
  #bases
  #fetch
  /** Until when a base address wants to be left alone, by its place in the list. */
  #closedUntilMs = new Map()

  /**
   * @param {readonly string[]} bases The primary and then its fallbacks.
   * @param {typeof globalThis.fetch} fetch
   */
  constructor(bases, fetch = globalThis.fetch) {
    this.#bases = bases
    this.#fetch = fetch
  }

  /** The latest prices; rejects with the last failure when all base addresses have failed round after round. */
  async tickers() {
    let failure = new Error('there is no base address')
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (const base of this.#bases) {
        if ((this.#closedUntilMs.get(base) ?? 0) > Date.now()) continue
        try {
          return await this.#ask(base, '/prices/tickers')
        } catch (error) {
          failure = error
        }
      }
      await pause(Math.max(Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS), this.#msUntilOneIsOpen()))
    }
    throw failure
  }

  #msUntilOneIsOpen() {
    return Math.min(...this.#bases.map((base) => this.#closedUntilMs.get(base) ?? 0)) - Date.now()
  }

  async #ask(base, path) {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error(`${base} gave no answer in time`)), TIMEOUT_MS)
    try {
      const reply = await this.#fetch(base + path, { signal: timeout.signal })
      if (!reply.ok) {
        const seconds = Number(reply.headers.get('retry-after') ?? 0)
        this.#closedUntilMs.set(base, Date.now() + seconds * 1000)
        throw new Error(`${base} answered ${reply.status}`)
      }
      const rows = await reply.json()
      if (!Array.isArray(rows) || rows.length === 0) throw new Error(`${base} told no prices`)
      return rows
    } finally {
      clearTimeout(timer)
    }
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
