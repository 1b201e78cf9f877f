/** Both generations of the API describe one market: identities over networks, instants, events and given prices. */
import { expect } from 'vitest'
import { NETWORKS } from '../src/market/catalogue/networks.js'
import { YEAR_SECONDS } from '../src/market/liquidity/state.js'
import { ask, type WireCandles, type WireTicker } from './support/ask.js'
import { askBase, big, type Instant, law } from './support/coherence.js'

type Row = Readonly<Record<string, string>>

const API = 'api'

const OWN = 'fixtures/catalogues/own-network.yaml'

/** A law of both generations, on the networks of gmx-sim and on one of the user. */
const lawOfBoth = (name: string, holds: (instant: Instant) => Promise<void>) =>
  law(name, holds, { networks: [...NETWORKS, 'mynet'], catalogue: OWN })

lawOfBoth('config, values and info: info is the two merged, less updatedAt', async ({ session, network }) => {
  const config = await askBase<Row[]>(session, network, API, 'api-markets-config')
  const values = await askBase<Row[]>(session, network, API, 'api-markets-values')
  const info = await askBase<Row[]>(session, network, API, 'api-markets-info')
  expect(info).toEqual(
    config.map((row, index) => {
      const { updatedAt, ...rest } = values[index]
      const age = Math.floor(session.nowMs() / 5000) * 5000 - Number(updatedAt)
      expect([age >= 0, age < 4000]).toEqual([true, true])
      return { ...row, ...rest }
    }),
  )
  const instants = new Set(values.map(({ updatedAt }) => updatedAt))
  expect(instants.size).toBeGreaterThan(values.length * 0.9)
})

lawOfBoth(
  'values: open interest, pools and rates are those of the first generation',
  async ({ session, network }) => {
    const values = await askBase<Row[]>(session, network, API, 'api-markets-values')
    const { markets } = await askBase<{ markets: Row[] }>(session, network, 'primary', 'markets-info')
    // Those listed later are last.
    expect(values.length).toBeGreaterThanOrEqual(markets.length)
    for (const [index, value] of values.slice(0, markets.length).entries()) {
      const first = markets[index]
      const year = (factor: string) => String(big(factor) * BigInt(YEAR_SECONDS))
      expect(first).toMatchObject({
        marketToken: value['marketTokenAddress'],
        openInterestLong: value['longInterestUsd'],
        openInterestShort: value['shortInterestUsd'],
        poolAmountLong: value['longPoolAmount'],
        poolAmountShort: value['shortPoolAmount'],
        borrowingRateLong: year(value['borrowingFactorPerSecondForLongs']),
        borrowingRateShort: year(value['borrowingFactorPerSecondForShorts']),
      })
      const paying = value['longsPayShorts'] ? 'Long' : 'Short'
      expect(year(value['fundingFactorPerSecond'])).toBe(first[`fundingRate${paying}`])
      expect(big(value['poolValueMin'])).toBeLessThanOrEqual(big(value['poolValueMax']))
    }
  },
)

lawOfBoth(
  'prices: tickers of both generations and tokens/info are one price in two scales',
  async ({ session, network }) => {
    const { tokens, markets } = session.catalogue.networks[network]
    const tickers = await askBase<WireTicker[]>(session, network, 'primary', 'tickers')
    const infos = await askBase<(Row & { prices: Row })[]>(session, network, API, 'api-tokens-info')
    const scaled = new Map(
      tickers.map(({ tokenAddress, minPrice, maxPrice }) => {
        const zeros = '0'.repeat(tokens.find(({ address }) => address === tokenAddress)?.decimals ?? 0)
        return [tokenAddress, { minPrice: minPrice + zeros, maxPrice: maxPrice + zeros }]
      }),
    )
    const ofBoth = infos.filter(({ isNative }) => !isNative)
    const isRecent = new Set(tokens.filter(({ isRecent }) => isRecent).map(({ address }) => address))
    expect(
      new Map(
        ofBoth
          .filter(({ address }) => !isRecent.has(address))
          .map(({ address, prices }) => [address, prices]),
      ),
    ).toEqual(scaled)
    const rows = await askBase<Row[]>(session, network, API, 'api-markets-tickers')
    expect(rows.map((row) => row['marketTokenAddress'])).toEqual(
      markets.filter(({ index }) => index !== undefined).map(({ marketToken }) => marketToken),
    )
    for (const { marketTokenAddress, minPrice, maxPrice } of rows) {
      const market = markets.find(({ marketToken }) => marketToken === marketTokenAddress)
      if (market?.isRecent) continue
      expect({ minPrice, maxPrice }).toEqual(scaled.get(market?.indexToken ?? ''))
    }
  },
)

lawOfBoth(
  'markets/tickers: 24 hours, interest and liquidity are those of the first generation',
  async ({ session, network }) => {
    const { markets: known } = session.catalogue.networks[network]
    const rows = await askBase<Row[]>(session, network, API, 'api-markets-tickers')
    const days = await askBase<
      { tokenSymbol: string; open: number; close: number; high: number; low: number }[]
    >(session, network, 'primary', 'prices-24h')
    const { markets } = await askBase<{ markets: Row[] }>(session, network, 'primary', 'markets-info')
    for (const row of rows) {
      const at = known.findIndex(({ marketToken }) => marketToken === row['marketTokenAddress'])
      if (known[at].isRecent) continue
      const first = markets[at]
      expect(row['availableLiquidityLong']).toBe(first['availableLiquidityLong'])
      expect(row['shortInterestUsd']).toBe(first['openInterestShort'])
      const day = days.find(({ tokenSymbol }) => tokenSymbol === known[at].index?.symbol)
      for (const name of ['open', 'close', 'high', 'low'] as const)
        expect(Number(row[`${name}24h`]) / 1e30 / (day?.[name] ?? Number.NaN)).toBeCloseTo(1, 12)
      for (const side of ['Long', 'Short']) {
        const [funding, borrowing, net] = ['funding', 'borrowing', 'net'].map((rate) =>
          big(row[`${rate}Rate${side}`]),
        )
        expect(net).toBe(funding - borrowing)
        // Receive frame per hour against cost frame per year.
        expect(-funding * BigInt(YEAR_SECONDS / 3600)).toBe(big(first[`fundingRate${side}`]))
      }
      expect(big(row['priceChange24h'])).toBe(big(row['close24h']) - big(row['open24h']))
    }
  },
)

lawOfBoth(
  'ohlcv: candles of the same symbol and period in reverse',
  async ({ session, network, period, pick }) => {
    const priced = session.catalogue.networks[network].tokens.filter(({ priced }) => priced)
    const { symbol } = priced[pick % priced.length]
    const limit = 1 + (pick % 40)
    const { candles } = await ask<WireCandles>(
      session,
      network,
      'candles',
      `tokenSymbol=${symbol}&period=${period}&limit=${limit}`,
    )
    const query = `symbol=${symbol}&timeframe=${period}`
    const rows = await ask<{ timestamp: number; open: string; high: string; low: string; close: string }[]>(
      session,
      network,
      'api-ohlcv',
      `${query}&limit=${limit}`,
    )
    const asCandles = rows.map(({ timestamp, open, high, low, close }) => [
      timestamp / 1000,
      ...[open, high, low, close].map(Number),
    ])
    expect(asCandles.toReversed()).toEqual(candles)
    // From the second oldest candle on, two at most.
    const since = rows[Math.min(1, rows.length - 1)].timestamp
    const from = rows.filter(({ timestamp }) => timestamp >= since)
    expect(await ask(session, network, 'api-ohlcv', `${query}&limit=2&since=${since - 1}`)).toEqual(
      from.slice(0, 2),
    )
    expect(await ask(session, network, 'api-ohlcv', `${query}&limit=1000&since=${since}`)).toEqual(from)
  },
)

lawOfBoth('rates and apy: as the endpoints of the same names', async ({ session, network, pick }) => {
  const markets = session.catalogue.networks[network].markets.filter(({ isRecent }) => !isRecent)
  const { marketToken } = markets[pick % markets.length]
  for (const search of [
    `period=1d&address=${marketToken}`,
    `period=90d&averageBy=30d&address=${marketToken}`,
  ])
    expect(await ask(session, network, 'api-rates', search)).toEqual(
      await ask(session, network, 'rates', search),
    )
})
