/**
 * Price streams: the cost of 1,000 sockets at a frame a second, and what thousands of connects and drops leave behind. `node
 * bench/streams.js` measures it alone; `--seconds 600` measures longer. Needs a build, and one quiet core for the clients.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { startSampled } from './process.js'
import { atMost, tableOf } from './table.js'

const SOCKETS = 1000
const DROPS = 10_000
/** Samples of memory and delay in the time that is measured. */
const SAMPLES = 10
/** Concurrent connects. */
const BATCH = 100
const PATH = '/arbitrum-api/v1/stream'
const SUBSCRIBE = '{"op":"subscribe","channels":["prices"]}'

/** `note` is called with each sample. */
export async function measureStreams(seconds = 20, drops = DROPS, note = (/** @type {string} */ _) => {}) {
  const { url, strain, stop } = await startSampled('--clock', 'real', '--at', 'now')
  const address = `${url.replace('http', 'ws')}${PATH}`
  try {
    // Modules that load late are no cost of a stream.
    await closed(await opened(address))
    await scrape(url)
    const before = await settled(strain)
    const sockets = await inBatches(SOCKETS, async () => {
      const socket = await opened(address)
      socket.send(SUBSCRIBE)
      return socket
    })
    let frames = 0
    for (const socket of sockets) socket.on('message', () => frames++)
    await strain()
    const began = performance.now()
    // A scrape has the longest delay since the one before it.
    const { cpuSeconds } = await scrape(url)
    const samples = []
    while (samples.length < SAMPLES) {
      await wait(seconds / SAMPLES)
      const sample = { ...(await scrape(url)), heapMb: (await strain()).heapBytes / 2 ** 20 }
      samples.push(sample)
      const at = ((seconds / SAMPLES) * samples.length).toFixed(0)
      note(`${at} s: ${sample.heapMb.toFixed(1)} MB, longest delay ${sample.lagMs.toFixed(1)} ms`)
    }
    const elapsed = (performance.now() - began) / 1000
    const spent = samples[SAMPLES - 1].cpuSeconds - cpuSeconds
    const lags = samples.map(({ lagMs }) => lagMs)
    const grown = samples[SAMPLES - 1].heapMb - samples[SAMPLES / 2 - 1].heapMb
    await inBatches(SOCKETS, (n) => closed(sockets[n]))
    await inBatches(drops, async () => closed(await opened(address)))
    const after = await settled(strain, before)
    const rate = frames / SOCKETS / elapsed
    const name = `${SOCKETS} streams at ${rate.toFixed(2)} frames/s`
    return [
      atMost(`${name}, of a core`, { value: spent / elapsed, unit: '' }, { most: 0.25 }),
      atMost(
        `${name}, longest delay of the event loop`,
        { value: Math.max(...lags), least: Math.min(...lags), unit: 'ms' },
        { most: 50 },
      ),
      atMost(`${name}, memory that ${seconds / 2} s add`, { value: grown, unit: 'MB' }, { most: 16 }),
      atMost(
        `${drops} connects and drops, descriptors left`,
        { value: after.descriptors - before.descriptors, unit: '' },
        { most: 0 },
      ),
      atMost(
        `${drops} connects and drops, timers left`,
        { value: after.timers - before.timers, unit: '' },
        { most: 0 },
      ),
    ]
  } finally {
    await stop()
  }
}

/** @param {number} seconds */
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** @param {string} address @returns {Promise<WebSocket>} */
function opened(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.once('open', () => resolve(socket)).once('error', reject)
  })
}

/** @param {WebSocket} socket @returns {Promise<unknown>} */
function closed(socket) {
  const over = new Promise((resolve) => socket.once('close', resolve))
  socket.terminate()
  return over
}

/** @template Result @param {number} count @param {(n: number) => Promise<Result>} act @returns {Promise<Result[]>} */
async function inBatches(count, act) {
  /** @type {Result[]} */
  const results = []
  while (results.length < count) {
    const size = Math.min(BATCH, count - results.length)
    results.push(...(await Promise.all(Array.from({ length: size }, (_, n) => act(results.length + n)))))
  }
  return results
}

/** Holdings once the server has noticed the ends of its connections, no more than those `before`, or after 10 s. */
/** @param {() => Promise<import('./holdings.js').Holdings>} strain @param {import('./holdings.js').Holdings} [before] */
async function settled(strain, before) {
  let held = await strain()
  for (let tries = 0; tries < 20; tries++) {
    if (before && held.descriptors <= before.descriptors && held.timers <= before.timers) break
    await wait(0.5)
    held = await strain()
    if (before === undefined && tries > 8) break
  }
  return held
}

/** @param {string} url */
async function scrape(url) {
  const text = await (await fetch(`${url}/__sim/v1/metrics`, { headers: { connection: 'close' } })).text()
  /** @param {string} name */
  const read = (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: read('process_cpu_seconds_total'),
    lagMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '20' }, drops: { type: 'string', default: `${DROPS}` } },
  })
  console.log(tableOf(await measureStreams(Number(values.seconds), Number(values.drops), console.log)))
}
