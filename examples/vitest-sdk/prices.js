import { createRequire } from 'node:module'

// The SDK's ES modules do not load in Node; its CommonJS build does.
const { GmxSdk } = createRequire(import.meta.url)('@gmx-io/sdk')

const CHAIN_IDS = { arbitrum: 42161, avalanche: 43114, botanix: 3637 }

/**
 * USD prices by symbol, as the official SDK reads them from a base address of the price API.
 * @param {keyof typeof CHAIN_IDS} network
 * @param {string} oracleUrl
 * @returns {Promise<Map<string, number>>}
 */
export async function usdPrices(network, oracleUrl) {
  // The SDK requires the other two addresses but does not use them for prices.
  const sdk = new GmxSdk({
    chainId: CHAIN_IDS[network],
    oracleUrl,
    rpcUrl: 'http://127.0.0.1:1',
    subsquidUrl: 'http://127.0.0.1:1',
  })
  const { tokensData } = await sdk.tokens.getTokensData()
  return new Map(
    Object.values(tokensData).map(({ symbol, prices }) => [symbol, Number(prices.minPrice) / 1e30]),
  )
}
