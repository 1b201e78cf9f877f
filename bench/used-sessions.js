/**
 * Memory of a server with the maximum number of sessions, each with its own seed and the most frequent query. Computing ten thousand
 * markets takes minutes, so it runs only with `npm run bench -- --long`.
 */
import { Agent, request } from 'node:http'
import { residentMb, startStrained } from './process.js'
import { atMost, notMeasured } from './table.js'

const SESSIONS = 10_000
const CLIENTS = 4
const QUESTIONS = [
  '/arbitrum/prices/tickers',
  '/avalanche/prices/tickers',
  '/arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=100',
  '/arbitrum/signed_prices/latest',
]
const NAMES = [`${SESSIONS} used sessions, resident memory`, `${SESSIONS} used sessions, heap and buffers`]

/** @param {boolean} long */
export async function measureUsedSessions(long) {
  if (!long) return NAMES.map((name) => notMeasured(name, 'only with -- --long'))
  if (process.platform !== 'linux') return NAMES.map((name) => notMeasured(name, 'needs /proc'))
  const { url, pid, strain, stop } = await startStrained(['--expose-gc'])
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  /** @param {string} method @param {string} path @param {string} [body] */
  const ask = (method, path, body) =>
    new Promise((resolve, reject) => {
      const asked = request(url + path, { agent, method }, (reply) => {
        reply.resume()
        reply.once('end', () => {
          if ((reply.statusCode ?? 0) < 300) resolve(undefined)
          else reject(new Error(`${path} answered ${reply.statusCode}`))
        })
      })
      asked.once('error', reject)
      asked.end(body)
    })
  let next = 0
  const client = async () => {
    while (next < SESSIONS) {
      const id = `used-${next++}`
      await ask('POST', '/__sim/v1/sessions', JSON.stringify({ id, seed: `seed of ${id}` }))
      for (const question of QUESTIONS) await ask('GET', `/s/${id}${question}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client))
    const resident = residentMb(pid)
    const { leftBytes } = await strain()
    return [
      atMost(NAMES[0], { value: resident, unit: 'MB' }, { most: 400 }),
      atMost(NAMES[1], { value: leftBytes / 2 ** 20, unit: 'MB' }, { most: 180 }),
    ]
  } finally {
    agent.destroy()
    await stop()
  }
}
