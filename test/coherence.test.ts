/** A careful client must find no contradiction anywhere: all endpoints agree as the laws say. */
import { expect } from 'vitest'
import { faultsOf, signedRow } from '../src/market/oracle/verify.js'
import type { WireCandles, WireTicker } from './support/ask.js'
import { askBase as ask, big, law } from './support/coherence.js'
import { catalogue } from './support/prices.js'

const GRID_SECONDS = 5

interface WireMarket {
  marketToken: string
  longToken: string
  shortToken: string
  isDisabled: boolean
  [key: string]: string | boolean
}

law(
  'tokens lists those that have a ticker in the order of the tickers',
  async ({ session, network, base }) => {
    const tickers = await ask<WireTicker[]>(session, network, base, 'tickers')
    const priced = new Set(tickers.map(({ tokenSymbol }) => tokenSymbol))
    type Listed = { readonly tokens: readonly { readonly symbol: string; readonly address: string }[] }
    const { tokens } = await ask<Listed>(session, network, base, 'tokens')
    expect(tokens.filter(({ symbol }) => priced.has(symbol)).map(({ address }) => address)).toEqual(
      tickers.map(({ tokenAddress }) => tokenAddress),
    )
  },
)

law('signed prices are those of the tickers, and verify', async ({ session, network, base, pick }) => {
  const pricesOf = (rows: WireTicker[]) =>
    rows.map((row) => [row.tokenSymbol, row.minPrice, row.medianPrice, row.maxPrice])
  const tickers = await ask<WireTicker[]>(session, network, base, 'tickers')
  const { signedPrices } = await ask<{ signedPrices: WireTicker[] }>(session, network, base, 'signed-prices')
  expect(pricesOf(signedPrices)).toEqual(pricesOf(tickers))
  const row = signedRow.parse(signedPrices[pick % signedPrices.length])
  expect(faultsOf(row, [catalogue.networks[network]])).toEqual([])
})

law(
  'the running candle closes on the median of the ticker',
  async ({ session, network, base, period, pick }) => {
    const tickers = await ask<WireTicker[]>(session, network, base, 'tickers')
    const { tokenSymbol, medianPrice } = tickers[pick % tickers.length]
    const token = catalogue.networks[network].tokens.find(({ symbol }) => symbol === tokenSymbol)
    const query = `tokenSymbol=${encodeURIComponent(tokenSymbol)}&limit=2&period=${period}`
    const { candles } = await ask<WireCandles>(session, network, base, 'candles', query)
    const unit = 10 ** (token?.priceDecimals as number)
    const closeE30 = BigInt(Math.round(candles[0][4] * unit)) * 10n ** BigInt(token?.oracleDecimals as number)
    expect(closeE30).toBe(big(medianPrice))
  },
)

law('markets and markets/info list the same markets', async ({ session, network, base }) => {
  const { markets } = await ask<{ markets: WireMarket[] }>(session, network, base, 'markets-info')
  const list = await ask<{ markets: { marketToken: string }[] }>(session, network, base, 'markets')
  expect(markets.map(({ marketToken }) => marketToken)).toEqual(
    list.markets.map(({ marketToken }) => marketToken),
  )
})

law(
  'net is funding plus borrowing, and one side receives the funding that the other pays',
  async (instant) => {
    const { session, network, base } = instant
    const { markets } = await ask<{ markets: WireMarket[] }>(session, network, base, 'markets-info')
    for (const market of markets) {
      for (const side of ['Long', 'Short']) {
        expect(big(market[`netRate${side}`])).toBe(
          big(market[`fundingRate${side}`]) + big(market[`borrowingRate${side}`]),
        )
        expect(big(market[`borrowingRate${side}`])).toBeGreaterThanOrEqual(0n)
      }
      expect(big(market['fundingRateLong']) * big(market['openInterestLong'])).toBe(
        -big(market['fundingRateShort']) * big(market['openInterestShort']),
      )
    }
  },
)

law('positions may use three quarters of what a pool is worth at the 5 s grid', async (instant) => {
  const { session, network, base, atSeconds, pick } = instant
  const grid = await instant.at(Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS)
  const tickers = await ask<WireTicker[]>(grid, network, base, 'tickers')
  const prices = new Map(tickers.map((row) => [row.tokenAddress, big(row.medianPrice)]))
  const { markets } = await ask<{ markets: WireMarket[] }>(session, network, base, 'markets-info')
  const market = markets[pick % markets.length]
  for (const [side, token] of [
    ['Long', market.longToken],
    ['Short', market.shortToken],
  ] as const) {
    const worth = big(market[`poolAmount${side}`]) * (prices.get(token) as bigint)
    const usable = big(market[`openInterest${side}`]) + big(market[`availableLiquidity${side}`])
    // Less than a cent is too little to divide.
    if (usable > 10n ** 28n) expect(Number(usable) / Number(worth)).toBeCloseTo(0.75, 3)
  }
})
