/**
 * `npm run bench`: every performance target of the simulator, measured in one run and printed as one table. Not a test: times
 * depend on the machine, so targets are ratios to a baseline on the same machine, or generous bounds.
 *
 *   bundle.js → internals.js, for what is measured in process  candles.js, instants.js, rehearsal.js  ┐
 *   dist/cli/main.js and bare-server.js, as processes          start.js, load.js, kit.js, streams.js  ┴→ rows → table.js
 *
 * `npm run bench -- --store` measures the cost of a store instead, see store.js.
 */
import { availableParallelism } from 'node:os'
import { loadInternals } from './bundle.js'
import { measureCandles } from './candles.js'
import { measureInstants } from './instants.js'
import { measureKit } from './kit.js'
import { measureLoad } from './load.js'
import { measureRehearsal } from './rehearsal.js'
import { measureStart } from './start.js'
import { measureStreams } from './streams.js'
import { tableOf } from './table.js'

// The store's rows are loaded on demand, as they need redis-server.
const isStore = process.argv.includes('--store')
const rows = isStore ? await (await import('./store.js')).measureStore() : await allRows()

async function allRows() {
  const internals = await loadInternals()
  return [
    ...(await measureCandles(internals)),
    ...(await measureInstants(internals)),
    ...measureRehearsal(internals),
    ...(await measureStart()),
    ...(await measureKit()),
    ...(await measureLoad(internals)),
    ...(await measureStreams()),
  ]
}

const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores`
process.stdout.write(`${tableOf(rows)}${machine}\n`)
