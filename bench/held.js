/** Memory of many requests held at once, and the time to release them all when the scenario is replaced. */
import { Agent, get } from 'node:http'
import { residentMb, startSimulator } from './process.js'
import { atMost, beside } from './table.js'

const HELD = 500
/** They need not be sent, but their scenario ends first. */
const MAX_TIMES_NEW = 2
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
    const startPlain = performance.now()
    const other = (await ask()).atMs - startPlain
    const before = residentMb(pid)
    await control('PUT', '/scenario', { rules: [{ fault: { delay: '30s' } }] })
    const asked = ask()
    await control('POST', '/journal/wait', { match: { outcome: 'delay' }, count: HELD, timeout: '20s' })
    const weight = residentMb(pid) - before
    const start = performance.now()
    await control('DELETE', '/scenario')
    const { statuses, atMs } = await asked
    const answered = statuses.filter((status) => status === 200).length
    if (answered !== HELD) throw new Error(`only ${answered} of ${HELD} held requests were answered`)
    const value = atMs - start
    return [
      atMost(`${HELD} requests held, memory`, { value: weight, unit: 'MB' }, { most: 60 }),
      beside(
        `${HELD} held requests let go and answered`,
        { value, other, ratio: value / other, unit: 'ms', otherName: 'as many new ones' },
        { most: MAX_TIMES_NEW },
      ),
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
