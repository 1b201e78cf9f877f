/** Time from start to first reply, and memory of an idle server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { get, residentMb, startBareServer, startSimulator } from './process.js'
import { interleaved, median, medianRatio } from './rounds.js'
import { atMost, beside, notMeasured } from './table.js'

/** @typedef {import('./process.js').ServerProcess} ServerProcess */

const LIMITS = { warmUp: 2, rounds: 20, budgetMs: 30_000 }
const PING = '/arbitrum/ping'
/** Nothing is loaded, compiled or cached: CI starts a process per run. */
const TICKERS = '/arbitrum/prices/tickers'
const MAX_MEGABYTES = 55
const IDLE_MS = 1000

export async function measureStart() {
  return [
    await measureFirst('start to first 200', PING, 2),
    await measureFirst('start to first tickers', TICKERS, 2.4),
    await measureIdleMemory(),
  ]
}

/**
 * @param {string} name
 * @param {string} path
 * @param {number} most Times a bare server.
 */
async function measureFirst(name, path, most) {
  const [ours, bare] = await interleaved(
    [firstReply(startSimulator, path), firstReply(startBareServer, '/')],
    LIMITS,
  )
  const ratio = medianRatio(ours, bare)
  return beside(
    name,
    { value: median(ours), other: median(bare), ratio, unit: 'ms', otherName: 'bare node:http' },
    { most },
  )
}

/**
 * @param {() => Promise<ServerProcess>} start
 * @param {string} path
 * @returns {import('./rounds.js').Contender}
 */
function firstReply(start, path) {
  /** @type {ServerProcess | undefined} */
  let server
  return {
    run: async () => {
      server = await start()
      await get(`${server.url}${path}`)
    },
    after: () => server?.stop(),
  }
}

async function measureIdleMemory() {
  const name = 'idle memory'
  if (process.platform !== 'linux') return notMeasured(name, 'needs /proc')
  const [ours, bare] = [await idleMegabytes(startSimulator), await idleMegabytes(startBareServer)]
  const row = atMost(name, { value: ours, unit: 'MB' }, { most: MAX_MEGABYTES })
  return { ...row, beside: `${(ours / bare).toFixed(2)}x bare node:http (${bare.toFixed(1)} MB)` }
}

/** @param {() => Promise<ServerProcess>} start */
async function idleMegabytes(start) {
  const server = await start()
  try {
    await get(`${server.url}${PING}`)
    await sleep(IDLE_MS)
    return residentMb(server.pid)
  } finally {
    await server.stop()
  }
}
