// Versions 1.5 read the second-generation API, at a host of their own unless they are told the public one.
const { GmxApiSdk } = require('@gmx-io/sdk/v2')

const sdk = new GmxApiSdk({ chainId: 42161 })
sdk.ctx.api.url = 'https://arbitrum.gmxapi.io/v1'

async function main() {
  const tokens = await sdk.fetchTokens()
  const markets = await sdk.fetchMarketsInfo()
  const candles = await sdk.fetchOhlcv({ symbol: 'ETH', timeframe: '1h', limit: 3 })
  console.log(`${tokens.length} tokens, ${markets.length} markets, ${candles.length} candles`)
}

main().catch(console.error)
