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
const ROUNDS = 4

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
      const rows = [
        await row(`hot tickers, ${size}, ${CONNECTIONS} connections`, ours.url + path, bare.url + path, 0.9),
      ]
      const { url } = await control(ours.url, 'POST', '/sessions', { id: 'bench' })
      rows.push(await row('the same in a session', `${url}/s/bench${path}`, bare.url + path, 0.85))
      await control(ours.url, 'PUT', '/scenario', { rules: IDLE_RULES })
      rows.push(await row('the same with 20 idle rules', ours.url + path, bare.url + path, 0.9))
      const plain = await startSimulator()
      try {
        const name = 'with 20 idle rules beside none'
        rows.push(await row(name, ours.url + path, plain.url + path, 0.95, 'the same without rules'))
      } finally {
        await plain.stop()
      }
      return rows
    } finally {
      await bare.stop()
    }
  } finally {
    await ours.stop()
    rmSync(folder, { recursive: true })
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
 * @param {number} least
 * @param {string} [otherName]
 */
async function row(name, ours, bare, least, otherName = 'bare node:http') {
  const rates = []
  for (let round = 0; round < ROUNDS; round++)
    rates.push([await answersPerSecond(ours), await answersPerSecond(bare)])
  const counted = rates.slice(1)
  return beside(
    name,
    {
      value: median(counted.map(([our]) => our)),
      other: median(counted.map(([, other]) => other)),
      ratio: median(counted.map(([our, other]) => our / other)),
      unit: 'replies/s',
      otherName,
    },
    { least },
  )
}

/**
 * @param {string} url
 * @returns {Promise<number>}
 */
async function answersPerSecond(url) {
  const { stdout } = await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(SECONDS)])
  return JSON.parse(stdout).perSecond
}
