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
import { beside } from './table.js'

const CLIENT = fileURLToPath(new URL('load-client.js', import.meta.url))
const TICKERS = 125
const CONNECTIONS = 16
const SECONDS = 1
/** The first does not count. */
const ROUNDS = 6
/** How much longer than the bare server's the slowest hundredth may take. */
const MOST_P99 = 1.5

const run = promisify(execFile)

export async function measureLoad() {
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
      measured.push(
        ...(await besideAnother(
          'with 20 idle rules beside none',
          ours.url + path,
          [],
          0.95,
          'the same without rules',
        )),
      )
      await control(ours.url, 'DELETE', '/scenario', {})
      measured.push(
        ...(await besideAnother(
          'one process beside --workers 2',
          ours.url + path,
          ['--workers', '2'],
          undefined,
          'two',
        )),
      )
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
 * Beside a simulator started otherwise, asked for the same.
 * @param {string} name
 * @param {string} ours
 * @param {string[]} options
 * @param {number | undefined} least
 * @param {string} otherName
 */
async function besideAnother(name, ours, options, least, otherName) {
  const another = await startSimulator(...options)
  try {
    return await rows(name, ours, another.url + new URL(ours).pathname, least, otherName)
  } finally {
    await another.stop()
  }
}

/** Rules that are about these very requests, but whose hour has not come. */
const IDLE_RULES = Array.from({ length: 20 }, (_, i) => ({
  id: `idle-${i}`,
  match: { endpoint: 'tickers' },
  when: { after: '1d' },
  fault: { status: 500 },
}))

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
 * @param {number | undefined} least
 * @param {string} [otherName]
 */
async function rows(name, ours, bare, least, otherName = 'bare node:http') {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push([await load(ours), await load(bare)])
  const counted = rounds.slice(1)
  /** @param {'perSecond' | 'p99Ms'} figure @param {string} unit */
  const compared = (figure, unit) => ({
    value: median(counted.map(([our]) => our[figure])),
    other: median(counted.map(([, other]) => other[figure])),
    ratio: median(counted.map(([our, other]) => our[figure] / other[figure])),
    unit,
    otherName,
  })
  return [
    beside(name, compared('perSecond', 'replies/s'), { least }),
    beside('  the slowest hundredth', compared('p99Ms', 'ms'), { most: least && MOST_P99 }),
  ]
}

/**
 * @param {string} url
 * @returns {Promise<{ perSecond: number, p99Ms: number }>}
 */
async function load(url) {
  const { stdout } = await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(SECONDS)])
  return JSON.parse(stdout)
}
