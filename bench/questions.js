/** Requests to a server over node:http; replies are read in full and discarded. */
import { Agent, request } from 'node:http'

/** @typedef {{ method: string, path: string, body?: string }} Asked */

/** Moves the clock of a server by a second. */
export const ADVANCE = { method: 'POST', path: '/__sim/v1/clock/advance', body: '{"by":"1s"}' }

/**
 * @param {string} path
 * @returns {Asked}
 */
export function asked(path) {
  return { method: 'GET', path }
}

/**
 * Runs concurrent clients, each of which sends the next request as soon as a reply arrives.
 * @param {string} url
 * @param {readonly Asked[]} questions
 * @param {number} clients
 */
export async function askAll(url, questions, clients) {
  const left = [...questions]
  const agent = new Agent({ keepAlive: true })
  const client = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await ask(url, next, agent)
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
}

/**
 * @param {string} url
 * @param {Asked} asked
 * @param {Agent} agent
 * @returns {Promise<void>}
 */
function ask(url, { method, path, body }, agent) {
  return new Promise((resolve, reject) => {
    const asking = request(url + path, { agent, method }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`))
      reply.resume()
      reply.once('end', resolve)
    })
    asking.once('error', reject)
    asking.end(body)
  })
}
