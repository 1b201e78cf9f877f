/** Reads a file of recorded candles once and prints what that took, as JSON; run with --expose-gc. */
const INTERNALS = '../dist/bench/internals.js'
const { readCandleFile } = /** @type {import('./bundle.js').Internals} */ (await import(INTERNALS))

globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
/** Sampled, as the maximum reported by the system includes the parent process. */
const watch = () => {
  most = Math.max(most, process.memoryUsage.rss())
}
const watching = setInterval(watch, 2)
const start = performance.now()
const wanted = { name: 'BTC', priceDecimals: 2, periodSeconds: undefined }
const { rows } = await readCandleFile(process.argv[2], wanted)
const ms = performance.now() - start
watch()
clearInterval(watching)
if (rows !== 525_600) throw new Error(`${rows} rows were read`)
process.stdout.write(JSON.stringify({ ms, megabytes: (most - before) / 2 ** 20 }))
