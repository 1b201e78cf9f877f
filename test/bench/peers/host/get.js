/** One GET over a connection of its own. */
import { request } from 'node:http'

const MAX_WAIT_MS = 20_000

/**
 * @param {string} url
 * @param {import('node:http').Agent | false} [agent]
 * @returns {Promise<{ status: number, body: Buffer }>}
 */
export function get(url, agent = false) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, signal: AbortSignal.timeout(MAX_WAIT_MS) }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
      response.once('error', reject)
    })
    asked.once('error', reject)
    asked.end()
  })
}

/**
 * Undefined while nobody answers.
 * @param {string} url
 */
export async function statusOf(url) {
  try {
    return (await get(url)).status
  } catch {
    return undefined
  }
}
