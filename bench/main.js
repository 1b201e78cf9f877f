/**
 * `npm run bench`: every performance target of the simulator, measured in one run and printed as one table. Not a test: times
 * depend on the machine, so targets are ratios to a baseline on the same machine, or generous bounds.
 *
 *   bundle.js → internals.js, for what is measured in process  candles.js, instants.js, signatures.js, liquidity.js, rates.js, sessions.js, rehearsal.js, given-prices.js ┐
 *   dist/cli/main.js and bare-server.js, as processes          start.js, fresh.js, held.js, load.js, kit.js,       │
 *                                                              allocations.js, pauses.js, unread.js, streams.js, used-sessions.js,
 *                                                              million.js, rehearsals.js, watched.js          ┴→ rows → table.js
 *
 * `npm run bench -- --store` measures the cost of a store instead, see store.js.
 */
import { availableParallelism } from 'node:os'
import { measureAllocations } from './allocations.js'
import { loadInternals } from './bundle.js'
import { measureCandles } from './candles.js'
import { measureFresh } from './fresh.js'
import { measureGivenPrices } from './given-prices.js'
import { measureHeld } from './held.js'
import { measureInstants } from './instants.js'
import { measureKit } from './kit.js'
import { measureLiquidity } from './liquidity.js'
import { measureLoad } from './load.js'
import { measureMillion } from './million.js'
import { measurePauses } from './pauses.js'
import { measureRates } from './rates.js'
import { measureRehearsal } from './rehearsal.js'
import { measureRehearsals } from './rehearsals.js'
import { measureSessions } from './sessions.js'
import { measureSignatures } from './signatures.js'
import { measureStart } from './start.js'
import { measureStreams } from './streams.js'
import { tableOf } from './table.js'
import { measureUnread } from './unread.js'
import { measureUsedSessions } from './used-sessions.js'
import { measureWatched } from './watched.js'

const isLong = process.argv.includes('--long')
const rows = process.argv.includes('--store') ? await storeRows() : await allRows()

async function allRows() {
  const internals = await loadInternals()
  return [
    ...(await measureCandles(internals)),
    ...(await measureInstants(internals)),
    ...(await measureSignatures(internals)),
    ...measureLiquidity(internals),
    ...(await measureRates(internals)),
    ...measureSessions(internals),
    ...measureRehearsal(internals),
    ...(await measureGivenPrices(internals)),
    ...(await measureRehearsals()),
    ...(await measureStart()),
    ...(await measureFresh()),
    ...(await measureKit()),
    ...(await measureHeld()),
    ...(await measureLoad(internals)),
    ...(await measureWatched()),
    ...(await measureAllocations()),
    ...(await measurePauses()),
    ...(await measureUnread()),
    ...(await measureStreams()),
    ...(await measureUsedSessions(isLong)),
    await measureMillion(isLong),
  ]
}

/** Loaded on demand: requires redis-server. */
async function storeRows() {
  return (await import('./store.js')).measureStore()
}

const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores`
process.stdout.write(`${tableOf(rows)}${machine}\n`)
