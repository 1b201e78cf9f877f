/**
 * Tickers at a frozen instant, over many concurrent connections, compared with a bare server that has the bytes ready. One of
 * the two is idle while the other is measured.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { get, residentMb, startBareServer, startSimulator } from './process.js'
import { checked } from './replies.js'
import { median } from './rounds.js'
import { IDLE_RULES, idleRulesMs } from './rules.js'
import { atMost, beside, notMeasured } from './table.js'

const CLIENT = fileURLToPath(new URL('load-client.js', import.meta.url))
const CONNECTIONS = 16
const SECONDS = 0.5
/** The first is a warm-up. */
const ROUNDS = 21
/** On two cores, which client and server share; on four it is 0.92. */
const MIN_HOT = 0.75
/** Maximum p99 latency relative to the bare server. */
const MAX_P99 = 1.5

const run = promisify(execFile)

/** After a load with 20 rules, whose requests the journal keeps. */
const MAX_MEGABYTES = 110

/** @param {import('./bundle.js').Internals} internals */
export async function measureLoad(internals) {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-bench-'))
  const file = join(folder, 'body')
  const path = '/arbitrum/prices/tickers'
  try {
    const first = await startSimulator()
    const body = await get(first.url + path)
    await first.stop()
    checked(body)
    writeFileSync(file, body)
    const hot = `hot tickers, ${(body.length / 1000).toFixed(0)} kB, ${CONNECTIONS} connections`
    const hotRounds = await roundsOf(file, async ({ url }) => url + path)
    const withRules = await roundsOf(file, async ({ url }) => {
      await control(url, 'PUT', '/scenario', { rules: IDLE_RULES })
      return url + path
    })
    const anew = await roundsOf(file, async ({ url }) => url + path, ANEW)
    return [
      perSecond(hot, hotRounds, MIN_HOT),
      slowest(hotRounds),
      perSecond('the same with 20 idle rules', withRules),
      slowest(withRules),
      memoryAfter(withRules),
      await idleRules(internals, median(hotRounds.map(([ours]) => ours.perSecond))),
      perSecond('other prices each time', anew, MIN_ANEW),
    ]
  } finally {
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

/** Each request is for another second, and nothing is cached. */
const ANEW = ['--clock', '1000x', '--cache', 'off']
/** Computing 125 prices per reply costs several times as much as sending it. On four cores it is 0.17. */
const MIN_ANEW = 0.11

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {object} body
 */
async function control(url, method, path, body) {
  const reply = await fetch(`${url}/__sim/v1${path}`, { method, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
}

/** @typedef {{ perSecond: number, p99Ms: number }} Load */
/** @typedef {[ours: Load, bare: Load][] & { residentMb?: number }} Rounds The memory is that of the server at the end. */

/** @param {Rounds} rounds */
function memoryAfter({ residentMb: value }) {
  const name = '  memory afterwards'
  if (value === undefined) return notMeasured(name, 'needs /proc')
  return atMost(name, { value, unit: 'MB' }, { most: MAX_MEGABYTES })
}

/** @param {string} name @param {Rounds} rounds @param {number} [least] */
const perSecond = (name, rounds, least) => beside(name, compared(rounds, 'perSecond', 'replies/s'), { least })

/** @param {Rounds} rounds */
const slowest = (rounds) =>
  beside('  the slowest hundredth', compared(rounds, 'p99Ms', 'ms'), { most: MAX_P99 })

/** @param {Rounds} rounds @param {keyof Load} figure @param {string} unit */
const compared = (rounds, figure, unit) => ({
  value: median(rounds.map(([ours]) => ours[figure])),
  other: median(rounds.map(([, bare]) => bare[figure])),
  ratio: median(rounds.map(([ours, bare]) => ours[figure] / bare[figure])),
  unit,
  otherName: 'bare node:http',
})

/**
 * Both servers are fresh: after a million requests a server is faster than a new one, and not equally so.
 * @param {string} file Body that the bare server replies with.
 * @param {(simulator: import('./process.js').ServerProcess) => Promise<string>} prepare Returns the URL to query.
 * @param {string[]} options
 * @returns {Promise<Rounds>}
 */
async function roundsOf(file, prepare, options = []) {
  const simulator = await startSimulator(...options)
  try {
    const bare = await startBareServer(file)
    try {
      const rounds = await roundsBetween(await prepare(simulator), bare.url)
      if (process.platform === 'linux') rounds.residentMb = residentMb(simulator.pid)
      return rounds
    } finally {
      await bare.stop()
    }
  } finally {
    await simulator.stop()
  }
}

/**
 * @param {string} ours
 * @param {string} bare
 * @returns {Promise<Rounds>}
 */
async function roundsBetween(ours, bare) {
  /** @type {Rounds} */
  const all = []
  for (let round = 0; round < ROUNDS; round++) {
    // Alternates the order, so that drift of the machine affects both.
    const early = round % 2 === 0 ? await load(ours) : undefined
    const other = await load(bare)
    all.push([early ?? (await load(ours)), other])
  }
  return all.slice(1)
}

/**
 * @param {string} url
 * @returns {Promise<Load>}
 */
async function load(url) {
  const { stdout } = await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(SECONDS)])
  return JSON.parse(stdout)
}
