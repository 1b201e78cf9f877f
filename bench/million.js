/**
 * Memory of a server after a hundred thousand requests and after a million, journal on: mostly tickers, other endpoints, unique
 * queries, unknown paths. Takes two minutes, so it runs only with `npm run bench -- --long`.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { residentMb, startSimulator } from './process.js'
import { notMeasured } from './table.js'

const CLIENT = fileURLToPath(new URL('mix-client.js', import.meta.url))
const CONNECTIONS = 16
const STEP = 100_000
const STEPS = 10
const MAX_MEGABYTES = 15
const run = promisify(execFile)

/** @param {boolean} long */
export async function measureMillion(long) {
  const name = 'memory after 1,000,000 requests beyond after 100,000'
  if (!long) return notMeasured(name, 'only with -- --long')
  if (process.platform !== 'linux') return notMeasured(name, 'needs /proc')
  const { url, pid, stop } = await startSimulator('--clock', 'real')
  try {
    const weights = []
    for (let step = 0; step < STEPS; step++) {
      await run(process.execPath, [CLIENT, url, String(CONNECTIONS), String(STEP), String(step * STEP)])
      weights.push(residentMb(pid))
    }
    const grown = weights[STEPS - 1] - weights[0]
    return {
      name,
      measured: `${grown.toFixed(1)} MB`,
      beside: `every 100,000: ${weights.map((weight) => weight.toFixed(0)).join(' ')} MB`,
      target: `<= ${MAX_MEGABYTES} MB`,
      met: grown <= MAX_MEGABYTES,
    }
  } finally {
    await stop()
  }
}
