// Version 1.5 reads the second-generation API, by default at a temporary host. This sets the public one.
const { GmxApiSdk } = require('@gmx-io/sdk/v2')

const sdk = new GmxApiSdk({ chainId: 42161 })
sdk.ctx.api.url = 'https://arbitrum.gmxapi.io/v1'

async function main() {
  const tokens = await sdk.fetchTokens()
  const markets = await sdk.fetchMarketsInfo()
  const candles = await sdk.fetchOhlcv({ symbol: 'ETH', timeframe: '1h', limit: 3 })
  console.log(`${tokens.length} tokens, ${markets.length} markets, ${candles.length} candles`)
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
