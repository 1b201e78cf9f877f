/** A fresh process that builds 10,000 candles for the first time, and prints the ms of that, of its main thread's CPU, and of JSON.stringify. */
import { readFileSync } from 'node:fs'
import { builderOf, checked } from './replies.js'
import { median, processorMs } from './rounds.js'

const AT_MS = Date.parse('2026-03-01T12:34:56Z')
const LIMIT = 10_000
const TIMES = 9

/** @type {import('./bundle.js').Internals} */
const { loadCatalogue, createWorlds, createByteCache, ENDPOINTS } = await import(
  new URL('../dist/bench/internals.js', import.meta.url).href
)
const build = builderOf(ENDPOINTS, 'candles')
if (build === undefined) throw new Error('candles are not built')
const world = createWorlds({
  seed: 'bench',
  catalogue: loadCatalogue(),
  priceFormat: 'full',
  cache: createByteCache(16 << 20),
})('arbitrum')

/** CPU time of the main thread in ms; NaN where the system does not tell. */
function cpuMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

const start = performance.now()
const startCpuMs = cpuMs()
const bytes = await build(world, AT_MS, { tokenSymbol: 'ETH', period: '1m', limit: LIMIT })
const ms = performance.now() - start
const spentMs = cpuMs() - startCpuMs
const reply = checked(bytes, LIMIT)
const others = Array.from({ length: TIMES }, () => {
  const start = processorMs()
  JSON.stringify(reply)
  return processorMs() - start
})
process.stdout.write(JSON.stringify([ms, spentMs, median(others)]))
