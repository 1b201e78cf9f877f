/**
 * `npm run bench -- --store`: the cost of a store on the same machine. Hot replies compared with a server without one; a request
 * decided by a rule compared with the in-memory decision and with a minimal round trip; latency of changes and reads with 3, 10 and
 * 30 replicas; and the memory of the store.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { startFollowers } from './followers.js'
import { get, startSimulator } from './process.js'
import { median } from './rounds.js'
import { atMost, beside } from './table.js'

const CLIENT = fileURLToPath(new URL('load-client.js', import.meta.url))
const CONNECTIONS = 16
const SECONDS = 1
/** The first is a warm-up. */
const ROUNDS = 11
const CALLS = 60
const SESSIONS = 500
const ENTRIES = 10_000

const run = promisify(execFile)

export async function measureStore() {
  const store = await startStore()
  const alone = await startSimulator()
  const shared = await startSimulator('--store', store.url)
  try {
    return [
      await hotReplies(alone.url, shared.url),
      ...(await decidedReplies(alone.url, shared.url, store.client)),
      ...(await barriers(shared.url, store.url)),
      ...(await memory(shared.url, store.client)),
    ]
  } finally {
    await alone.stop()
    await shared.stop()
    await store.stop()
  }
}

const TICKERS = '/arbitrum/prices/tickers'

/** @param {string} alone @param {string} shared */
async function hotReplies(alone, shared) {
  await Promise.all([get(alone + TICKERS), get(shared + TICKERS)])
  const rounds = await rates(
    () => load(alone + TICKERS),
    () => load(shared + TICKERS),
  )
  return beside('hot replies with a store', compared(rounds, 'hot without'), { least: 0.5 })
}

const RULE = { rules: [{ when: { every: 1_000_000_000 }, fault: { status: 503 } }] }

/** @param {string} alone @param {string} shared @param {Redis} client */
async function decidedReplies(alone, shared, client) {
  await control(alone, 'PUT', '/scenario', RULE)
  await control(shared, 'PUT', '/scenario', RULE)
  const before = await calls(client)
  const inMemory = await rates(
    () => load(alone + TICKERS),
    () => load(shared + TICKERS),
  )
  const requests = (await control(shared, 'GET', '/scenario')).rules[0].matched
  const trips = ((await calls(client)) - before) / requests
  const bare = new Redis(client.options.port ?? 0, { enableAutoPipelining: true })
  const incremented = await rates(
    () => increments(bare),
    () => load(shared + TICKERS),
  )
  bare.disconnect()
  await control(shared, 'DELETE', '/scenario')
  return [
    atMost(
      'store calls for a request that a rule decides, its end and heartbeats too',
      { value: trips, unit: 'calls' },
      { most: 1 },
    ),
    beside('replies that a rule decides', compared(inMemory, 'in memory'), {}),
    beside('  the same', compared(incremented, `bare INCR, ${CONNECTIONS} at once`), {}),
  ]
}

/** Returns the number of function calls. @param {Redis} client */
async function calls(client) {
  return Number(/cmdstat_fcall:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0)
}

/** Returns increments per second. @param {Redis} client */
async function increments(client) {
  const until = performance.now() + SECONDS * 1000
  let count = 0
  const worker = async () => {
    while (performance.now() < until) {
      await client.incr('bench')
      count++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return count / SECONDS
}

/** @param {string} shared @param {string} store */
async function barriers(shared, store) {
  const rows = []
  for (const replicas of [3, 10, 30]) {
    // All but one are mere connections that read what has changed.
    const followers = await startFollowers(store, replicas - 1)
    const changing = await timed(() => control(shared, 'POST', '/clock/advance', { by: '1s' }))
    const reading = await timed(() => control(shared, 'GET', '/journal/count'))
    await followers.stop()
    rows.push(
      atMost(
        `a change that ${replicas} replicas follow`,
        { value: median(changing), least: Math.min(...changing), unit: 'ms' },
        { most: 2 },
      ),
      atMost(
        `a read of the journal beside ${replicas} replicas`,
        { value: median(reading), least: Math.min(...reading), unit: 'ms' },
        { most: 50 },
      ),
    )
  }
  return rows
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const times = []
  for (let n = 0; n < CALLS; n++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times
}

/** @param {string} shared @param {Redis} client */
async function memory(shared, client) {
  for (let n = 0; n < SESSIONS; n++)
    await control(shared, 'POST', '/sessions', { id: `bench-${n}`, seed: `${n}` })
  // Of their keys: the memory in use as a whole moves by more than sessions take.
  const keys = await client.keys('*/bench-*')
  const sizes = await Promise.all(keys.map((key) => client.memory('USAGE', key)))
  let sessionBytes = 0
  for (const size of sizes) sessionBytes += size ?? 0
  await control(shared, 'DELETE', '/journal')
  const clear = await usedBytes(client)
  let asked = 0
  const worker = async () => {
    while (asked++ < ENTRIES) await get(`${shared}/arbitrum/ping`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const { count } = await control(shared, 'GET', '/journal/count')
  const withEntries = await usedBytes(client)
  return [
    atMost(
      'memory of the store for a session',
      { value: sessionBytes / SESSIONS / 1000, unit: 'kB' },
      { most: 4 },
    ),
    atMost(
      `memory of the store for ${ENTRIES} entries of a journal`,
      { value: ((withEntries - clear) / count) * (ENTRIES / 1e6), unit: 'MB' },
      { most: 10 },
    ),
  ]
}

/** @param {Redis} client */
async function usedBytes(client) {
  return Number(/used_memory_dataset:(\d+)/.exec(await client.info('memory'))?.[1])
}

/**
 * Rates of two, in alternating order, so that drift of the machine affects both.
 * @param {() => Promise<number>} other
 * @param {() => Promise<number>} ours
 */
async function rates(other, ours) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const early = round % 2 === 0 ? await ours() : undefined
    const theirs = await other()
    rounds.push({ ours: early ?? (await ours()), theirs })
  }
  return rounds.slice(1)
}

/**
 * @param {readonly { readonly ours: number, readonly theirs: number }[]} rounds
 * @param {string} otherName
 */
function compared(rounds, otherName) {
  return {
    value: median(rounds.map(({ ours }) => ours)),
    other: median(rounds.map(({ theirs }) => theirs)),
    ratio: median(rounds.map(({ ours, theirs }) => ours / theirs)),
    unit: '/s',
    otherName,
  }
}

/** @param {string} url */
async function load(url) {
  const { stdout } = await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(SECONDS)])
  return JSON.parse(stdout).perSecond
}

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function control(url, method, path, body) {
  const reply = await fetch(`${url}/__sim/v1${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return reply.json()
}

/** Starts redis-server on a free port, in a temporary folder. */
export async function startStore() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-bench-store-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.once('error', () => {
    throw new Error('redis-server is not installed: apt-get install redis-server')
  })
  const client = new Redis(port, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => {})
  await client.ping()
  return {
    url: `redis://127.0.0.1:${port}/0`,
    client,
    async stop() {
      client.disconnect()
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
