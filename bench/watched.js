/** Cost of watching: hot replies with and without an open stream, and the explanation of a reply. */
import { load } from './load.js'
import { get, startSimulator } from './process.js'
import { median, medianRatio } from './rounds.js'
import { IDLE_RULES } from './rules.js'
import { atMost, beside } from './table.js'

const PATH = '/arbitrum/prices/tickers'
/** The first is a warm-up. */
const ROUNDS = 13
const ENTRIES = 10_000
const LOOKS = 15

export async function measureWatched() {
  const watchedOne = await startSimulator()
  try {
    const other = await startSimulator()
    try {
      return [await watched(watchedOne.url, other.url), await reasons(other.url)]
    } finally {
      await other.stop()
    }
  } finally {
    await watchedOne.stop()
  }
}

/**
 * Two servers: one keeps headers and bodies for a while after its watcher has left, so it cannot be its own reference.
 * @param {string} url
 * @param {string} other Never watched.
 */
async function watched(url, other) {
  const leave = await watch(url)
  /** @type {number[]} */
  const withOne = []
  /** @type {number[]} */
  const without = []
  for (let round = 0; round < ROUNDS; round++) {
    // Alternates the order, so that drift of the machine affects both.
    const turns = [() => measured(url, withOne), () => measured(other, without)]
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  await leave()
  const [counted, others] = [withOne.slice(1), without.slice(1)]
  return beside(
    'hot tickers while somebody watches',
    {
      value: median(counted),
      other: median(others),
      ratio: medianRatio(counted, others),
      unit: 'replies/s',
      otherName: 'a server with nobody',
    },
    { least: 0.95 },
  )
}

/** @param {string} url @param {number[]} rates */
async function measured(url, rates) {
  rates.push((await load(url + PATH)).perSecond)
}

/**
 * Reads all events, as an open dashboard does, until the returned function is called.
 * @param {string} url
 */
async function watch(url) {
  const leaving = new AbortController()
  const reply = await fetch(`${url}/__sim/v1/watch`, { signal: leaving.signal })
  if (!reply.ok || reply.body === null) throw new Error(`nothing can be watched: ${await reply.text()}`)
  const reader = reply.body.getReader()
  let bytes = 0
  const read = async () => {
    const { done, value } = await reader.read()
    bytes += value?.length ?? 0
    return !done
  }
  // The initial events belong to opening the stream.
  await read()
  const reading = (async () => {
    while (await read());
  })().catch(() => {})
  return async () => {
    leaving.abort()
    await reading
    if (bytes === 0) throw new Error('no events were received')
  }
}

/**
 * Explains the oldest kept entry, with 20 rules: searches everything received since.
 * @param {string} url
 */
async function reasons(url) {
  const control = `${url}/__sim/v1`
  await fetch(`${control}/scenario`, { method: 'PUT', body: JSON.stringify({ rules: IDLE_RULES }) })
  await fetch(`${control}/journal`, { method: 'DELETE' })
  while ((await countOf(control)) < ENTRIES * 2) await load(url + PATH)
  const [{ n: newest }] = JSON.parse(String(await get(`${control}/journal?limit=1`))).entries
  const times = []
  for (let look = 0; look < LOOKS; look++) {
    const start = performance.now()
    const { rules } = JSON.parse(String(await get(`${control}/journal/${newest - ENTRIES + 200}`)))
    times.push(performance.now() - start)
    if (rules?.length !== IDLE_RULES.length) throw new Error('the reasons are missing')
  }
  return atMost(
    `why of the oldest of ${ENTRIES} entries, ${IDLE_RULES.length} rules`,
    { value: median(times), least: Math.min(...times), unit: 'ms' },
    { most: 50 },
  )
}

/** @param {string} control */
async function countOf(control) {
  return JSON.parse(String(await get(`${control}/journal/count`))).count
}
