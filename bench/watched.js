/** What somebody who watches costs: hot replies with and without an open stream, and a look at why a request was answered so. */
import { load } from './load.js'
import { get, startSimulator } from './process.js'
import { median, medianRatio } from './rounds.js'
import { IDLE_RULES } from './rules.js'
import { atMost, beside } from './table.js'

const PATH = '/arbitrum/prices/tickers'
/** The first does not count. */
const ROUNDS = 13
const ENTRIES = 10_000
const LOOKS = 15

export async function measureWatched() {
  const { url, stop } = await startSimulator()
  try {
    return [await watched(url), await reasons(url)]
  } finally {
    await stop()
  }
}

/** @param {string} url */
async function watched(url) {
  /** @type {number[]} */
  const withOne = []
  /** @type {number[]} */
  const without = []
  for (let round = 0; round < ROUNDS; round++) {
    // By turns first and second: whatever the machine does, it does to both.
    if (round % 2 === 0) without.push((await load(url + PATH)).perSecond)
    const leave = await watch(url)
    withOne.push((await load(url + PATH)).perSecond)
    await leave()
    if (round % 2 === 1) without.push((await load(url + PATH)).perSecond)
  }
  const [counted, others] = [withOne.slice(1), without.slice(1)]
  return beside(
    'hot tickers while somebody watches',
    {
      value: median(counted),
      other: median(others),
      ratio: medianRatio(counted, others),
      unit: 'replies/s',
      otherName: 'with nobody',
    },
    { least: 0.95 },
  )
}

/**
 * Reads all that it is told, as an open dashboard does, until what it returns is called.
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
  // What it is told at once belongs to opening it.
  await read()
  const reading = (async () => {
    while (await read());
  })().catch(() => {})
  return async () => {
    leaving.abort()
    await reading
    if (bytes === 0) throw new Error('nothing was told to who watched')
  }
}

/**
 * Of the oldest entry that is kept, with 20 rules: all that came since is looked through.
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
    if (rules?.length !== IDLE_RULES.length) throw new Error('the reasons are not told')
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
