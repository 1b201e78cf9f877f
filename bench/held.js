/** Memory of many requests held at once, and the time to release them all when the scenario is replaced. */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { startSimulator } from './process.js'
import { atMost } from './table.js'

const HELD = 500
const PATH = '/arbitrum/ping'

export async function measureHeld() {
  const { url, pid, stop } = await startSimulator()
  const agent = new Agent({ maxSockets: HELD })
  /** @param {string} method @param {string} path @param {object} [body] */
  const control = async (method, path, body) => {
    const reply = await fetch(`${url}/__sim/v1${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  }
  /** Sends HELD concurrent requests; resolves with their statuses and the time of the last reply. */
  const ask = async () => {
    const statuses = await Promise.all(Array.from({ length: HELD }, () => statusOf(url + PATH, agent)))
    return { statuses, atMs: performance.now() }
  }
  try {
    await ask()
    const before = rssMb(pid)
    await control('PUT', '/scenario', { rules: [{ fault: { delay: '30s' } }] })
    const asked = ask()
    await control('POST', '/journal/wait', { match: { outcome: 'delay' }, count: HELD, timeout: '20s' })
    const weight = rssMb(pid) - before
    const start = performance.now()
    await control('DELETE', '/scenario')
    const { statuses, atMs } = await asked
    const answered = statuses.filter((status) => status === 200).length
    if (answered !== HELD) throw new Error(`only ${answered} of ${HELD} held requests were answered`)
    return [
      atMost(`${HELD} requests held, memory`, { value: weight, unit: 'MB' }, { most: 60 }),
      atMost(`${HELD} held requests let go and answered`, { value: atMs - start, unit: 'ms' }, { most: 100 }),
    ]
  } finally {
    agent.destroy()
    await stop()
  }
}

/**
 * @param {string} url
 * @param {Agent} agent
 * @returns {Promise<number | undefined>}
 */
function statusOf(url, agent) {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply.statusCode))
    }).once('error', reject)
  })
}

/** @param {number} pid */
function rssMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
