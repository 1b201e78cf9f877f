/**
 * Tickers at an instant at which time stands still, over many connections at once, beside a bare server that has the
 * bytes ready. One of the two is idle while the other is asked.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { get, startBareServer, startSimulator } from './process.js'
import { checked } from './replies.js'
import { median } from './rounds.js'
import { IDLE_RULES, idleRulesMs } from './rules.js'
import { beside } from './table.js'

const CLIENT = fileURLToPath(new URL('load-client.js', import.meta.url))
const TICKERS = 125
const CONNECTIONS = 16
const SECONDS = 1
/** The first does not count. */
const ROUNDS = 11
/** How much longer than the bare server's the slowest hundredth may take. */
const MOST_P99 = 1.5

const run = promisify(execFile)

/** @param {import('./bundle.js').Internals} internals */
export async function measureLoad(internals) {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-bench-'))
  const ours = await startSimulator()
  try {
    const path = '/arbitrum/prices/tickers'
    const body = await get(ours.url + path)
    checked(body, TICKERS)
    writeFileSync(join(folder, 'body'), body)
    const bare = await startBareServer(join(folder, 'body'))
    try {
      const size = `${(body.length / 1000).toFixed(0)} kB`
      const measured = await rows(
        `hot tickers, ${size}, ${CONNECTIONS} connections`,
        ours.url + path,
        bare.url + path,
        0.9,
      )
      const { url } = await control(ours.url, 'POST', '/sessions', { id: 'bench' })
      measured.push(...(await rows('the same in a session', `${url}/s/bench${path}`, bare.url + path, 0.85)))
      await control(ours.url, 'PUT', '/scenario', { rules: IDLE_RULES })
      measured.push(...(await rows('the same with 20 idle rules', ours.url + path, bare.url + path, 0.9)))
      await control(ours.url, 'DELETE', '/scenario', {})
      measured.push(await idleRules(internals, (await load(ours.url + path)).perSecond))
      measured.push(...(await otherPricesEachTime(path, bare.url)))
      return measured
    } finally {
      await bare.stop()
    }
  } finally {
    await ours.stop()
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {import('./bundle.js').Internals} internals
 * @param {number} perSecond Hot replies.
 */
async function idleRules(internals, perSecond) {
  const value = 1000 * (await idleRulesMs(internals))
  const other = 1e6 / perSecond
  const compared = { value, other, ratio: value / other, unit: 'us', otherName: 'a hot reply' }
  return beside('what 20 idle rules add to a request', compared, { most: 0.05 })
}

/** So that each request is for another second, and nothing is kept. */
const ANEW = ['--clock', '1000x', '--cache', 'off']
/** 125 prices are worked out for each reply: that costs several times what sending it does. */
const LEAST_ANEW = 0.13

/**
 * @param {string} path
 * @param {string} bareUrl
 */
async function otherPricesEachTime(path, bareUrl) {
  const { url, stop } = await startSimulator(...ANEW)
  try {
    return await rows('other prices each time', url + path, bareUrl + path, LEAST_ANEW)
  } finally {
    await stop()
  }
}

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {object} body
 */
async function control(url, method, path, body) {
  const reply = await fetch(`${url}/__sim/v1${path}`, { method, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return { url }
}

/**
 * @param {string} name
 * @param {string} ours
 * @param {string} bare
 * @param {number} least
 */
async function rows(name, ours, bare, least) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    // By turns first and second: whatever the machine does, it does to both.
    const early = round % 2 === 0 ? await load(ours) : undefined
    const other = await load(bare)
    rounds.push([early ?? (await load(ours)), other])
  }
  const counted = rounds.slice(1)
  /** @param {'perSecond' | 'p99Ms'} figure @param {string} unit */
  const compared = (figure, unit) => ({
    value: median(counted.map(([our]) => our[figure])),
    other: median(counted.map(([, other]) => other[figure])),
    ratio: median(counted.map(([our, other]) => our[figure] / other[figure])),
    unit,
    otherName: 'bare node:http',
  })
  return [
    beside(name, compared('perSecond', 'replies/s'), { least }),
    ...(least === LEAST_ANEW
      ? []
      : [beside('  the slowest hundredth', compared('p99Ms', 'ms'), { most: MOST_P99 })]),
  ]
}

/**
 * @param {string} url
 * @returns {Promise<{ perSecond: number, p99Ms: number }>}
 */
export async function load(url) {
  const { stdout } = await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(SECONDS)])
  return JSON.parse(stdout)
}
