/** Plays the drill to the client of examples/failover-client, in process, and prints the duration in seconds. */
import { setMaxListeners } from 'node:events'
import { PriceClient } from '../examples/failover-client/client.js'

const { rehearse } = await import(new URL('../dist/entry/index.js', import.meta.url).href)
const POLL_MS = 1000
const PATHS = ['/prices/tickers', '/prices/candles?tokenSymbol=BTC&period=1m&limit=10']

/** @param {import('../src/entrypoints/testing/rehearse.js').RehearsedClient} given */
async function client({ baseUrl, fetch, signal }) {
  setMaxListeners(0, signal)
  const sleep = (/** @type {number} */ ms) =>
    new Promise((/** @type {(value: void) => void} */ resolve) => void setTimeout(resolve, ms))
  const bases = [baseUrl('arbitrum'), baseUrl('arbitrum', 'fallback'), baseUrl('arbitrum', 'fallback-2')]
  const prices = new PriceClient(bases, { fetch, sleep, signal })
  await Promise.all(
    PATHS.map(async (path) => {
      while (!signal.aborted) {
        await prices.get(path).catch(() => {})
        await sleep(POLL_MS)
      }
    }),
  )
}

const start = process.hrtime.bigint()
const { scenarios } = await rehearse({ client })
if (scenarios.length < 10) throw new Error('that was not the drill')
process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e9))
