/**
 * The first query of a fresh process, with nothing loaded, compiled or cached: CI starts one per run. Tickers from process
 * start, compared with a bare server from its start; candles in process, compared with JSON.stringify.
 */
import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { get, startBareServer, startSimulator } from './process.js'
import { interleaved, median, medianRatio } from './rounds.js'
import { beside, notMeasured } from './table.js'

/** @typedef {import('./process.js').ServerProcess} ServerProcess */
/** @typedef {import('./rounds.js').Contender} Contender */

/** Each round is a process. */
const LIMITS = { warmUp: 1, rounds: 10 }
const TICKERS = '/arbitrum/prices/tickers'
const MAX_TIMES_BARE = 2.4
const FIRST_CANDLES = fileURLToPath(new URL('first-candles.js', import.meta.url))
/** Of CPU time of the main thread, and of time on a busy machine. */
const MAX_CPU_TIMES_STRINGIFY = 6
const MAX_TIMES_STRINGIFY = 8

const run = promisify(execFile)

/** The second figure needs the bundle of `loadInternals`. */
export async function measureFresh() {
  return [await measureTickers(), ...(await measureCandles())]
}

async function measureTickers() {
  const [ours, bare] = await interleaved(
    [fromStart(startSimulator, TICKERS), fromStart(startBareServer, '/')],
    LIMITS,
  )
  return beside(
    'start to first tickers',
    {
      value: median(ours),
      other: median(bare),
      ratio: medianRatio(ours, bare),
      unit: 'ms',
      otherName: 'bare node:http',
    },
    { most: MAX_TIMES_BARE },
  )
}

/**
 * @param {() => Promise<ServerProcess>} start
 * @param {string} path
 * @returns {Contender}
 */
function fromStart(start, path) {
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

async function measureCandles() {
  /** @type {[ms: number, cpuMs: number | null, stringifyMs: number][]} */
  const times = []
  for (let process = -LIMITS.warmUp; process < LIMITS.rounds; process++) {
    const { stdout } = await run(execPath, [FIRST_CANDLES])
    if (process >= 0) times.push(JSON.parse(stdout))
  }
  const name = 'first 10,000 candles of a process'
  const others = times.map(([, , other]) => other)
  /** @param {string} name @param {readonly number[]} firsts @param {number} most */
  const row = (name, firsts, most) =>
    beside(
      name,
      {
        value: median(firsts),
        other: median(others),
        ratio: medianRatio(firsts, others),
        unit: 'ms',
        otherName: 'JSON.stringify',
      },
      { most },
    )
  const spent = times.flatMap(([, cpuMs]) => cpuMs ?? [])
  return [
    row(
      name,
      times.map(([first]) => first),
      MAX_TIMES_STRINGIFY,
    ),
    spent.length < times.length
      ? notMeasured('  CPU of its main thread', 'needs /proc')
      : row('  CPU of its main thread', spent, MAX_CPU_TIMES_STRINGIFY),
  ]
}
