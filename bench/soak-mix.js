/** One cycle of the soak: clients that use all kinds of state at once, and leave nothing behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const CATALOGUE = readFileSync(new URL('../fixtures/catalogues/own-network.yaml', import.meta.url), 'utf8')
const LIBRARY = readdirSync(new URL('../scenarios', import.meta.url)).map((file) => file.replace('.yaml', ''))
/** Those of each cycle: they answer soon. */
const SCENARIOS = ['flash-crash', 'rate-limited-primary', 'malformed-replies', 'brown-out', 'token-bucket']
const HELD = { rules: [{ id: 'held', match: { endpoint: 'ping' }, fault: { delay: '60s' } }] }
const SEEDS = 200
const SESSIONS = 4
/** Sessions that are the only ones of their seed. */
const OWN_SEEDS = 8
/** Without faults, for the pings of another client. */
const PINGED = 'pinged'
const WATCHERS = 3
const HELD_REQUESTS = 6
/** On a busy machine a store may seem silent; calls are refused until it answers. */
const TRIES = 60
/** More than the default session's journal keeps. */
const FIRST_REQUESTS = 10_000
/** Half a megabyte each, many times what the cache of replies holds. */
const MAX_CANDLES = 1000
/** A creation or an end that was refused while it waited for the store may have been applied. */
const APPLIED = { POST: 409, DELETE: 404 }

/** @param {string} url Of the server. */
export function createMix(url) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let refused = 0
  let candles = 0

  /**
   * Resolves with the status, or 0 where the connection broke or the client left, and the start of the body.
   * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
   * @returns {Promise<{ status: number, text: string, isStale?: boolean }>}
   */
  const ask = (method, path, body, signal = AbortSignal.timeout(30_000)) =>
    new Promise((resolve) => {
      const asked = request(url + path, { agent, method, signal }, (reply) => {
        let text = ''
        reply.on('error', () => {}).on('data', (chunk) => (text ||= String(chunk).slice(0, 500)))
        reply.once('close', () => resolve({ status: reply.statusCode ?? 0, text }))
      })
      asked.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) =>
        resolve({ status: 0, text: message, isStale: asked.reusedSocket && code === 'ECONNRESET' }),
      )
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })

  /** @param {string} method @param {string} path @param {unknown} [body] */
  const control = async (method, path, body) => {
    for (let tries = 1; ; tries++) {
      const { status, text, isStale } = await ask(method, path, body)
      // A starved client may use a connection that the server has closed as idle.
      if (isStale && tries < TRIES) continue
      const isApplied = tries > 1 && status === APPLIED[/** @type {keyof typeof APPLIED} */ (method)]
      if (isApplied || (status >= 200 && status < 300)) return
      if (status !== 503 || tries === TRIES)
        throw new Error(`${method} ${path} was answered ${status}: ${text}`)
      refused++
      await wait(250)
    }
  }

  /** A session with a catalogue and a scenario: requests, held requests, a snapshot, its end. @param {string} id @param {number} n */
  async function useSession(id, n) {
    const own = `/s/${id}`
    const seed = `soak ${n % SEEDS}`
    await control('POST', '/__sim/v1/sessions', { id, seed, catalogue: CATALOGUE, scenario: HELD })
    const leaving = new AbortController()
    const held = Array.from({ length: HELD_REQUESTS }, (_, i) =>
      ask('GET', `${own}/mynet/ping`, undefined, i % 2 === 0 ? leaving.signal : undefined),
    )
    await ask('GET', `${own}/arbitrum/prices/tickers`)
    await ask('GET', `${own}/mynet/prices/candles?tokenSymbol=MYT&period=1m&limit=${500 + (n % 500)}`)
    await ask('GET', `${own}/arbitrum/signed_prices/latest`)
    await control('POST', `${own}/__sim/v1/snapshots`)
    await control('POST', `${own}/__sim/v1/prices`, { asset: 'ETH', price: '1500', over: '10s' })
    await control('POST', `${own}/__sim/v1/clock/advance`, { by: '1h' })
    await ask('GET', `${own}/avalanche/markets/info`)
    leaving.abort()
    if (n % 2 === 0)
      await control('PUT', `${own}/__sim/v1/scenario`, { use: SCENARIOS[n % SCENARIOS.length] })
    await control('GET', `${own}/__sim/v1/journal?limit=100`)
    await control('DELETE', `/__sim/v1/sessions/${id}`)
    await Promise.all(held)
  }

  /** A session with a seed of its own, as a test has it. @param {string} id */
  async function useOwnSeed(id) {
    await control('POST', '/__sim/v1/sessions', { id, seed: id })
    for (const network of ['arbitrum', 'avalanche']) await ask('GET', `/s/${id}/${network}/prices/tickers`)
    await control('DELETE', `/__sim/v1/sessions/${id}`)
  }

  /** A scenario of the library in the default session, and prices that it moves; some answer nothing in time. @param {number} n */
  async function useScenario(n) {
    await control('PUT', '/__sim/v1/scenario', { use: LIBRARY[n % LIBRARY.length] })
    for (const path of [
      'arbitrum/prices/tickers',
      'avalanche/prices/candles?tokenSymbol=BTC&period=1m&limit=5',
    ])
      await ask('GET', `/${path}`, undefined, AbortSignal.timeout(300))
    await control('POST', '/__sim/v1/clock/advance', { by: '30s' })
  }

  /** The default session: a scenario of the library, its requests, all reads of the journal. @param {number} n */
  async function useDefault(n) {
    await control('PUT', '/__sim/v1/scenario', { use: SCENARIOS[n % SCENARIOS.length] })
    for (const endpoint of [
      'prices/tickers',
      'tokens',
      `prices/candles?tokenSymbol=BTC&period=5m&limit=${n % 5000}`,
    ])
      await ask('GET', `/arbitrum/${endpoint}`, undefined, AbortSignal.timeout(2000))
    for (const read of ['journal?limit=1000', 'journal/changes', 'journal/pauses', 'journal/count', 'bases'])
      await control('GET', `/__sim/v1/${read}`)
    await ask('POST', '/__sim/v1/journal/wait', {
      match: { endpoint: 'tokens' },
      count: 1e9,
      timeout: '50ms',
    })
    await control('DELETE', '/__sim/v1/scenario')
    await control('POST', '/__sim/v1/sessions', { ttl: '1s' })
  }

  /** Sends requests and reads at most the first chunk. @param {string} path @param {number} times @param {boolean} reads */
  function stay(path, times, reads) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    if (reads) socket.resume()
    else socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(times))
    return socket
  }

  return {
    pingUrl: `${url}/s/${PINGED}/arbitrum/ping`,
    /** Creates the session of `pingUrl`. */
    begin: () => control('POST', '/__sim/v1/sessions', { id: PINGED }),
    /** Control calls refused as the store seemed silent. */
    refused: () => refused,
    /** Fills the journal of the default session, which would otherwise grow for most of the run. */
    async warmUp() {
      for (let n = 0; n < FIRST_REQUESTS; n += 50)
        await Promise.all(Array.from({ length: 50 }, () => ask('GET', '/arbitrum/ping')))
    },
    /**
     * Fills the cache of replies until it evicts its older half, so that all samples see it in the same state.
     * @param {() => Promise<number>} cachedBytes
     */
    async turnOverCache(cachedBytes) {
      for (let tries = 0, before = 0; tries < MAX_CANDLES; tries++) {
        const bytes = await cachedBytes()
        if (bytes < before) return
        before = bytes
        const limit = 10_000 - (candles++ % 5000)
        await ask('GET', `/arbitrum/prices/candles?tokenSymbol=ETH&period=5m&limit=${limit}`)
      }
      throw new Error('the cache of replies evicted nothing')
    },
    useOwnSeed,
    useScenario,
    /** Runs a cycle. @param {number} n */
    async cycle(n) {
      const staying = [
        ...Array.from({ length: WATCHERS }, () => stay('/__sim/v1/watch?symbol=BTC&period=5m', 1, true)),
        stay('/__sim/v1/watch', 1, false),
        stay(`/avalanche/prices/candles?tokenSymbol=ETH&period=1m&limit=${10_000 - (n % 1000)}`, 8, false),
      ]
      const sessions = Array.from({ length: SESSIONS }, (_, i) => useSession(`soak-${n}-${i}`, n + i))
      try {
        await Promise.all([useDefault(n), ...sessions])
        for (let i = 0; i < OWN_SEEDS; i++) await useOwnSeed(`own-${n}-${i}`)
      } finally {
        for (const socket of staying) socket.destroy()
      }
    },
    /** Closes idle connections, so that none are open between cycles. */
    rest: () => agent.destroy(),
  }
}
