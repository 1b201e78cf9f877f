/**
 * A client of GMX's prices for bad days. It asks the first base address that is well. One that fails is out: from then on
 * it is only probed, with longer and longer pauses, and takes its place again when it has been well for a while. A question is asked
 * again at once at another base address, but rarely: retries have a budget. What cannot be true is a failure like any other.
 */
import { createMemory, mustBeGood } from './check.js'

const TICKERS = '/prices/tickers'
const TIMEOUT_MS = 3000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000
/** Probes of several base addresses keep this distance: where all are out, they would add up to hammering. */
const BETWEEN_PROBES_MS = 1000
/** One that is better than the one in use takes its place after so many good probes in a row, so far apart. */
const GOOD_PROBES = 3
const GOOD_PROBE_MS = 5000
/** What a probe was answered so shortly ago need not be asked for. */
const YOUNG_MS = 1000
const MOST_ATTEMPTS = 3
/** One retry for ten questions, with a few saved up. */
const RETRIES_PER_QUESTION = 0.1
const MOST_SAVED_RETRIES = 2

/** @typedef {{ readonly base: string, isOut: boolean }} Place */

/** The question was wrong: no other base address, and no other moment, has a better answer. */
export class BadQuestion extends Error {}

class BaseFailure extends Error {
  /** @param {string} message @param {number} [retryAfterMs] */
  constructor(message, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export class PriceClient {
  #places
  #fetch
  #sleep
  #now
  #random
  #check
  #signal
  #memory = createMemory()
  #savedRetries = MOST_SAVED_RETRIES
  #nextProbeMs = 0
  /** Good answers to probes, which nobody has had yet. @type {Map<string, { atMs: number, answer: unknown }>} */
  #probed = new Map()

  /**
   * @param {readonly string[]} bases The primary and then its fallbacks.
   * @param {object} [world] What a test may want to give it instead of the real thing.
   * @param {typeof globalThis.fetch} [world.fetch]
   * @param {(ms: number) => Promise<void>} [world.sleep]
   * @param {() => number} [world.now]
   * @param {() => number} [world.random]
   * @param {typeof mustBeGood} [world.check]
   * @param {AbortSignal} [world.signal] Ends the probing.
   */
  constructor(bases, world = {}) {
    const { fetch = globalThis.fetch, sleep = pause, now = Date.now, random = Math.random } = world
    this.#places = bases.map((base) => ({ base, isOut: false }))
    this.#fetch = fetch
    this.#sleep = sleep
    this.#now = now
    this.#random = random
    this.#check = world.check ?? mustBeGood
    this.#signal = world.signal
  }

  /** The latest prices. Rejects when nobody has good ones: go on with those you have while they are young enough. */
  tickers() {
    return this.get(TICKERS)
  }

  /** The answer to any question, such as `/prices/candles?tokenSymbol=ETH&period=1m`. @param {string} path */
  async get(path) {
    const probed = this.#probed.get(path)
    if (probed !== undefined && this.#now() - probed.atMs < YOUNG_MS) return this.#take(path, probed)
    this.#savedRetries = Math.min(this.#savedRetries + RETRIES_PER_QUESTION, MOST_SAVED_RETRIES)
    let failure = new Error('no base address is well')
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const place = this.#best()
      if (place === undefined || (attempt > 1 && !this.#spendRetry())) break
      try {
        return await this.#ask(place.base, path)
      } catch (error) {
        if (!(error instanceof BaseFailure)) throw error
        failure = error
        if (!place.isOut) void this.#bringBack(place, path, error)
      }
    }
    throw failure
  }

  #best() {
    return this.#places.find(({ isOut }) => !isOut)
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
   * Probes with the question that failed. Whoever is needed is back after one good answer.
   * @param {Place} place @param {string} path @param {BaseFailure} failure
   */
  async #bringBack(place, path, failure) {
    place.isOut = true
    let { retryAfterMs } = failure
    let failures = 1
    let good = 0
    while (good < (this.#isNeeded(place) ? 1 : GOOD_PROBES)) {
      await this.#sleep(good > 0 ? GOOD_PROBE_MS : retryAfterMs + this.#pauseMs(failures))
      if (this.#signal?.aborted) return
      await this.#keepDistance()
      try {
        this.#probed.set(path, { atMs: this.#now(), answer: await this.#ask(place.base, path) })
        good++
      } catch (error) {
        retryAfterMs = error instanceof BaseFailure ? error.retryAfterMs : 0
        good = 0
        failures++
      }
    }
    place.isOut = false
  }

  /** Whether none is in use that it would take the place of. @param {Place} place */
  #isNeeded(place) {
    const best = this.#best()
    return best === undefined || this.#places.indexOf(best) < this.#places.indexOf(place)
  }

  async #keepDistance() {
    const startMs = Math.max(this.#now(), this.#nextProbeMs)
    this.#nextProbeMs = startMs + BETWEEN_PROBES_MS
    await this.#sleep(startMs - this.#now())
  }

  /** Twice as long each time, and half of it by chance: clients that failed together do not come back together. @param {number} failures */
  #pauseMs(failures) {
    const mostMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    return (mostMs / 2) * (1 + this.#random())
  }

  /** @param {string} base @param {string} path */
  async #ask(base, path) {
    const timeout = new AbortController()
    void this.#sleep(TIMEOUT_MS).then(() => timeout.abort(new Error('no answer in time')))
    try {
      const reply = await this.#fetch(base + path, { signal: timeout.signal })
      if (isBadQuestion(reply.status)) throw new BadQuestion(`${base} answered ${reply.status}`)
      if (!reply.ok)
        throw new BaseFailure(`${base} answered ${reply.status}`, retryAfterMsOf(reply, this.#now()))
      const answer = await reply.json()
      if (path === TICKERS) this.#check(answer, this.#memory, this.#now())
      return answer
    } catch (error) {
      if (error instanceof BadQuestion || error instanceof BaseFailure) throw error
      throw new BaseFailure(`${base}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** @param {number} status */
function isBadQuestion(status) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Seconds, or a date. @param {Response} reply @param {number} nowMs */
function retryAfterMsOf(reply, nowMs) {
  const text = reply.headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0
}

/** Does not keep a program alive that has nothing else to do. @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref?.()
  })
}
