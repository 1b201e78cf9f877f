/** `node main.js [address]` prints live prices, on Node 22 and newer, until Ctrl+C. */
import { watchPrices } from './prices.js'

const host = process.argv[2] ?? 'http://127.0.0.1:8650'
await watchPrices({
  bases: [`${host}/arbitrum-api`, `${host}/arbitrum-api-fallback`],
  signal: new AbortController().signal,
  onPrices: (prices, source) => console.log(`${Object.keys(prices).length} tokens from ${source}`),
})
