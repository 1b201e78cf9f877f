/** Time from start to first reply, and memory of an idle server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { get, residentMb, startBareServer, startSimulator } from './process.js'
import { interleaved, median, medianRatio } from './rounds.js'
import { atMost, beside, notMeasured } from './table.js'

/** @typedef {import('./process.js').ServerProcess} ServerProcess */

const LIMITS = { warmUp: 2, rounds: 20, budgetMs: 30_000 }
const MAX_TIMES = 2
const MAX_MEGABYTES = 55
const IDLE_MS = 1000

export async function measureStart() {
  return [await measureFirstAnswer(), await measureIdleMemory()]
}

async function measureFirstAnswer() {
  const [ours, bare] = await interleaved([firstAnswer(startSimulator), firstAnswer(startBareServer)], LIMITS)
  return beside(
    'start to first 200',
    {
      value: median(ours),
      other: median(bare),
      ratio: medianRatio(ours, bare),
      unit: 'ms',
      otherName: 'bare node:http',
    },
    { most: MAX_TIMES },
  )
}

/**
 * @param {() => Promise<ServerProcess>} start
 * @returns {import('./rounds.js').Contender}
 */
function firstAnswer(start) {
  /** @type {ServerProcess | undefined} */
  let server
  return {
    run: async () => {
      server = await start()
      await get(`${server.url}/arbitrum/ping`)
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
    await get(`${server.url}/arbitrum/ping`)
    await sleep(IDLE_MS)
    return residentMb(server.pid)
  } finally {
    await server.stop()
  }
}
