/** The official SDK, unmodified, reads the networks of its configuration. It needs 400 MB, so it is installed in test/installs/sdk only. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NETWORKS } from '../src/market/catalogue/networks.js'
import type { RunningSimulator } from '../src/server/simulator.js'
import { ask, type WireTicker } from './support/ask.js'
import { installed } from './support/installed.js'
import { catalogue, documented } from './support/prices.js'
import { startTestSimulator } from './support/simulator.js'

interface Sdk {
  oracle: {
    getTickers(): Promise<unknown[]>
    getTokens(): Promise<{ symbol: string }[]>
    getMarkets(): Promise<{ marketToken: string }[]>
  }
  tokens: {
    getTokensData(): Promise<{
      tokensData: Record<string, { symbol: string; prices: { minPrice: bigint; maxPrice: bigint } }>
    }>
  }
}

const present = installed('sdk')
const load = createRequire(new URL('installs/sdk/package.json', import.meta.url))
/** Tokens that the SDK knows on each network; it drops those that its own configuration lacks. */
const KNOWN: Readonly<Record<string, number>> = { arbitrum: 102, avalanche: 20, botanix: 5 }

const BTC = '0x47c031236e19d024b42f8AE6780E44A573170703'
const ACCOUNT = '0x0000000000000000000000000000000000000001'

/** The SDK reads this ticker as APE's too, and as it comes later in the list, it wins. */
const APE = '0x7f9FBf9bDd3F4105C478b996B648FE6e828a1e98'
const APE_DEPRECATED = '0x74885b4D524d497261259B38900f54e6dbAd2210'

describe.skipIf(!present).each(NETWORKS.filter((network) => network in KNOWN))('%s', (network) => {
  let simulator: RunningSimulator
  let sdk: Sdk
  beforeAll(async () => {
    simulator = await startTestSimulator()
    const { GmxSdk } = load('@gmx-io/sdk')
    const { chainId } = catalogue.networks[network]
    sdk = new GmxSdk({
      chainId,
      oracleUrl: `${simulator.url}/${network}`,
      rpcUrl: simulator.url,
      subsquidUrl: simulator.url,
    })
  })
  afterAll(() => simulator.stop())

  test('tickers, tokens and markets are all there', async () => {
    const { tokens, markets } = documented(network)
    expect(await sdk.oracle.getTickers()).toHaveLength(tokens.filter(({ priced }) => priced).length)
    expect((await sdk.oracle.getTokens()).map(({ symbol }) => symbol)).toEqual(
      tokens.map(({ symbol }) => symbol),
    )
    expect((await sdk.oracle.getMarkets()).map(({ marketToken }) => marketToken)).toEqual(
      markets.map(({ marketToken }) => marketToken),
    )
  })

  test('USD prices are the right ones', async () => {
    const { tokensData } = await sdk.tokens.getTokensData()
    const tickers = new Map(
      (await ask<WireTicker[]>(simulator.session, network, 'tickers')).map((row) => [
        row.tokenAddress.toLowerCase(),
        row,
      ]),
    )
    expect(Object.keys(tokensData)).toHaveLength(KNOWN[network])
    const { tokens } = catalogue.networks[network]
    for (const [address, { symbol, prices }] of Object.entries(tokensData)) {
      const row = tickers.get((address === APE ? APE_DEPRECATED : address).toLowerCase())
      if (row === undefined) continue // the native token, which the SDK adds at the zero address
      const unit = 10n ** BigInt(tokens.find((token) => token.address === row.tokenAddress)?.decimals ?? 0)
      expect(prices, symbol).toMatchObject({
        minPrice: BigInt(row.minPrice) * unit,
        maxPrice: BigInt(row.maxPrice) * unit,
      })
    }
    const btc = Object.values(tokensData).find(({ symbol }) => symbol === 'BTC')
    const usd = Number(btc?.prices.minPrice) / 1e30
    expect([usd > 6150, usd < 615_000]).toEqual([true, true])
  })
})

describe.skipIf(!present)('the client of the second generation', () => {
  let simulator: RunningSimulator
  beforeAll(async () => {
    simulator = await startTestSimulator()
  })
  afterAll(() => simulator.stop())

  test('lists and digits are parsed', async () => {
    const { GmxApiSdk } = load('sdk-1-5/v2')
    const sdk = new GmxApiSdk({ chainId: 42_161 })
    sdk.ctx.api.url = `${simulator.url}/arbitrum-api/v1`
    const markets = await sdk.fetchMarketsInfo()
    expect(markets).toHaveLength(139)
    expect(Object.keys(markets[0])).toHaveLength(98)
    expect(markets[0]).toMatchObject({
      longInterestUsd: expect.any(BigInt),
      longsPayShorts: expect.any(Boolean),
    })
    expect(await sdk.fetchMarkets()).toHaveLength(139)
    expect(await sdk.fetchMarketsTickers({ addresses: [BTC] })).toHaveLength(1)
    expect(await sdk.fetchTokensData()).toHaveLength(128)
    expect(await sdk.fetchPositionsInfo({ address: ACCOUNT })).toEqual([])
    expect(await sdk.fetchOrders({ address: ACCOUNT })).toEqual([])
    expect(await sdk.fetchOhlcv({ symbol: 'ETH', timeframe: '1h', limit: 5 })).toHaveLength(5)
  })
})
