/**
 * A client of GMX's price API that survives outages. It uses the first healthy base address. A base that fails is only probed, with
 * exponential backoff, and used again once it has been healthy for a while. A failed query fails over to another base at once, within a
 * retry budget. Implausible prices count as failures.
 */
import { createMemory, requireGood } from './check.js'

const TICKERS = '/prices/tickers'
const TIMEOUT_MS = 3000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000
/** Minimum interval between probes, of all bases together. */
const BETWEEN_PROBES_MS = 1000
/** Consecutive good probes, and the interval between them, before a preferred base is used again. */
const GOOD_PROBES = 3
const GOOD_PROBE_MS = 5000
/** Age up to which the answer to a probe is reused. */
const YOUNG_MS = 1000
const MAX_ATTEMPTS = 3
/** Retry budget: one retry for ten queries, with a few saved up. */
const RETRIES_PER_QUERY = 0.1
const MAX_SAVED_RETRIES = 2

/** @typedef {{ readonly base: string, isDown: boolean }} Base */

/** The query is invalid: no other base address, and no retry, has a better answer. */
export class InvalidQuery extends Error {}

class BaseFailure extends Error {
  /** @param {string} message @param {number} [retryAfterMs] */
  constructor(message, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export class PriceClient {
  #entries
  #fetch
  #sleep
  #now
  #random
  #check
  #signal
  #memory = createMemory()
  #savedRetries = MAX_SAVED_RETRIES
  #nextProbeMs = 0
  /** Unused good answers to probes. @type {Map<string, { atMs: number, answer: unknown }>} */
  #probed = new Map()

  /**
   * @param {readonly string[]} bases The primary, then its fallbacks.
   * @param {object} [world] Replacements for tests.
   * @param {typeof globalThis.fetch} [world.fetch]
   * @param {(ms: number) => Promise<void>} [world.sleep]
   * @param {() => number} [world.now]
   * @param {() => number} [world.random]
   * @param {typeof requireGood} [world.check]
   * @param {AbortSignal} [world.signal] Ends probing.
   */
  constructor(bases, world = {}) {
    const { fetch = globalThis.fetch, sleep = pause, now = Date.now, random = Math.random } = world
    this.#entries = bases.map((base) => ({ base, isDown: false }))
    this.#fetch = fetch
    this.#sleep = sleep
    this.#now = now
    this.#random = random
    this.#check = world.check ?? requireGood
    this.#signal = world.signal
  }

  /** The latest prices. Rejects if no base has good ones: keep using the last ones while they are fresh enough. */
  tickers() {
    return this.get(TICKERS)
  }

  /** The answer to any query, such as `/prices/candles?tokenSymbol=ETH&period=1m`. @param {string} path */
  async get(path) {
    const probed = this.#probed.get(path)
    if (probed !== undefined && this.#now() - probed.atMs < YOUNG_MS) return this.#take(path, probed)
    this.#savedRetries = Math.min(this.#savedRetries + RETRIES_PER_QUERY, MAX_SAVED_RETRIES)
    let failure = new Error('no base address is healthy')
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const entry = this.#best()
      if (entry === undefined || (attempt > 1 && !this.#spendRetry())) break
      try {
        return await this.#ask(entry.base, path)
      } catch (error) {
        if (!(error instanceof BaseFailure)) throw error
        failure = error
        if (!entry.isDown) void this.#bringBack(entry, path, error)
      }
    }
    throw failure
  }

  #best() {
    return this.#entries.find(({ isDown }) => !isDown)
  }

  /** @param {string} path @param {{ answer: unknown }} probed */
  #take(path, { answer }) {
    this.#probed.delete(path)
    return answer
  }

  #spendRetry() {
    if (this.#savedRetries < 1) return false
    this.#savedRetries -= 1
    return true
  }

  /**
   * Probes with the query that failed. A base that is needed returns after one good answer.
   * @param {Base} entry @param {string} path @param {BaseFailure} failure
   */
  async #bringBack(entry, path, failure) {
    entry.isDown = true
    let { retryAfterMs } = failure
    let failures = 1
    let good = 0
    while (good < (this.#isNeeded(entry) ? 1 : GOOD_PROBES)) {
      await this.#sleep(good > 0 ? GOOD_PROBE_MS : retryAfterMs + this.#pauseMs(failures))
      if (this.#signal?.aborted) return
      await this.#keepDistance()
      try {
        this.#probed.set(path, { atMs: this.#now(), answer: await this.#ask(entry.base, path) })
        good++
      } catch (error) {
        retryAfterMs = error instanceof BaseFailure ? error.retryAfterMs : 0
        good = 0
        failures++
      }
    }
    entry.isDown = false
  }

  /** Whether no healthy base could be used instead, or only a less preferred one would be displaced. @param {Base} entry */
  #isNeeded(entry) {
    const best = this.#best()
    return best === undefined || this.#entries.indexOf(best) < this.#entries.indexOf(entry)
  }

  async #keepDistance() {
    const startMs = Math.max(this.#now(), this.#nextProbeMs)
    this.#nextProbeMs = startMs + BETWEEN_PROBES_MS
    await this.#sleep(startMs - this.#now())
  }

  /** Exponential backoff with jitter, so that clients that failed together do not return together. @param {number} failures */
  #pauseMs(failures) {
    const maxMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    return (maxMs / 2) * (1 + this.#random())
  }

  /** @param {string} base @param {string} path */
  async #ask(base, path) {
    const timeout = new AbortController()
    void this.#sleep(TIMEOUT_MS).then(() => timeout.abort(new Error('timeout')))
    try {
      const reply = await this.#fetch(base + path, { signal: timeout.signal })
      if (isInvalidQuery(reply.status)) throw new InvalidQuery(`${base} answered ${reply.status}`)
      if (!reply.ok)
        throw new BaseFailure(`${base} answered ${reply.status}`, retryAfterMsOf(reply, this.#now()))
      const answer = await reply.json()
      if (path === TICKERS) this.#check(answer, this.#memory, this.#now())
      return answer
    } catch (error) {
      if (error instanceof InvalidQuery || error instanceof BaseFailure) throw error
      throw new BaseFailure(`${base}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** @param {number} status */
function isInvalidQuery(status) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Seconds, or a date. @param {Response} reply @param {number} nowMs */
function retryAfterMsOf(reply, nowMs) {
  const text = reply.headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0
}

/** Does not keep the process alive. @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref?.()
  })
}
