/** How processes on one store scale, and where the store is the limit. */
import { availableParallelism } from 'node:os'
import { get, startSimulator } from './process.js'
import { median } from './rounds.js'
import { beside } from './table.js'

/** @typedef {import('ioredis').Redis} Redis */

const TICKERS = '/arbitrum/prices/tickers'
/** The first is a warm-up. */
const ROUNDS = 6

/**
 * Throughput of several processes on one store, each with a load of its own, and of the store's function alone.
 * @param {string} shared @param {{ readonly url: string, readonly client: Redis }} store
 * @param {(url: string) => Promise<number>} load Replies per second of a load for a second.
 */
export async function scaling(shared, { url, client }, load) {
  const rows = []
  const others = []
  let one = 0
  for (const count of availableParallelism() >= 4 ? [1, 2, 4] : [1, 2]) {
    while (others.length < count - 1) others.push(await startSimulator('--store', url))
    const urls = [shared, ...others.map((other) => other.url)]
    await Promise.all(urls.map((each) => get(each + TICKERS)))
    const sums = []
    for (let round = 0; round < ROUNDS; round++) {
      const rates = await Promise.all(urls.map((each) => load(each + TICKERS)))
      sums.push(rates.reduce((sum, rate) => sum + rate, 0))
    }
    const value = median(sums.slice(1))
    if (count === 1) one = value
    const ratio = value / one
    rows.push(
      beside(
        `hot replies of ${count} on one store`,
        { value, other: one, ratio, unit: '/s', otherName: 'one' },
        {},
      ),
    )
  }
  for (const size of [1, 16]) {
    const value = await functionAlone(client, size)
    const measured = { value, other: one, ratio: value / one, unit: 'requests/s', otherName: 'one replica' }
    rows.push(beside(`the store's function alone, ${size} requests a call`, measured, {}))
  }
  await Promise.all(others.map((other) => other.stop()))
  return rows
}

/**
 * Returns requests per second of calls that are sent 50 at once, as no replica could ask faster.
 * @param {Redis} client @param {number} size
 */
async function functionAlone(client, size) {
  const [[, library]] = /** @type {[[string, string]]} */ (await client.function('LIST'))
  const version = await client.hget('{gmx-sim}:document', 'version')
  const names = ['answers:bench', 'document', 'rules:bench', 'lines:bench', 'counts:bench']
  const keys = names.map((name) => `{gmx-sim}:${name}`)
  const kind = '["arbitrum","primary","tickers",null,200,"GET","ok","good",null]'
  const entry = JSON.stringify({ url: '/prices/tickers', connection: 1, userAgent: 'bench', seen: 0 })
  const texts = Array.from({ length: size }, () => [entry, kind, 0]).flat()
  const until = performance.now() + 1000
  let calls = 0
  while (performance.now() < until) {
    const asking = client.pipeline()
    for (let n = 0; n < 50; n++)
      asking.fcall(`${library}_request`, keys.length, ...keys, ++calls, String(version), 0, 0, 0, 0, ...texts)
    const replies = (await asking.exec()) ?? []
    if (!replies.every(([error, reply]) => error === null && reply !== 'stale'))
      throw new Error(String(replies[0]))
  }
  return calls * size
}
