/** Prices of the observed dialect: one price in all replies of a second, which candles show rounded to the quantum. */
import { expect } from 'vitest'
import { NETWORKS } from '../src/market/catalogue/networks.js'
import type { WireCandles } from './support/ask.js'
import { askBase, big, type Instant, law } from './support/coherence.js'

interface PriceRow {
  readonly tokenAddress: string
  readonly minPrice: string
  readonly maxPrice: string
}
interface SignedRow {
  readonly tokenAddress: string
  readonly minPriceFull: string
  readonly maxPriceFull: string
}
type Row = Readonly<Record<string, string>>

const OWN = 'fixtures/catalogues/own-network.yaml'
const lawOfObserved = (name: string, holds: (instant: Instant) => Promise<void>) =>
  law(name, holds, { networks: [...NETWORKS, 'mynet'], catalogue: OWN, dialect: 'observed' })

const tickersOf = ({ session, network, base }: Instant) =>
  askBase<PriceRow[]>(session, network, base, 'tickers')

lawOfObserved('one price in tickers, signed prices and the second generation', async (instant) => {
  const { session, network, base } = instant
  const { tokens, markets } = session.catalogue.networks[network]
  const tickers = await tickersOf(instant)
  const { signedPrices } = await askBase<{ signedPrices: SignedRow[] }>(
    session,
    network,
    base,
    'signed-prices',
  )
  expect(
    signedPrices.map(({ tokenAddress, minPriceFull: minPrice, maxPriceFull: maxPrice }) => ({
      ...{ tokenAddress, minPrice, maxPrice },
    })),
  ).toEqual(tickers.map(({ tokenAddress, minPrice, maxPrice }) => ({ tokenAddress, minPrice, maxPrice })))
  const scaled = new Map(
    tickers.map(({ tokenAddress, minPrice, maxPrice }) => {
      const zeros = '0'.repeat(tokens.find(({ address }) => address === tokenAddress)?.decimals ?? 0)
      return [tokenAddress, { minPrice: minPrice + zeros, maxPrice: maxPrice + zeros }]
    }),
  )
  const infos = await askBase<(Row & { prices: Row })[]>(session, network, 'api', 'api-tokens-info')
  for (const { address, isNative, prices } of infos)
    if (!isNative) expect(prices).toEqual(scaled.get(address))
  const rows = await askBase<Row[]>(session, network, 'api', 'api-markets-tickers')
  for (const { marketTokenAddress, minPrice, maxPrice } of rows) {
    const market = markets.find(({ marketToken }) => marketToken === marketTokenAddress)
    if (market?.index?.priced) expect({ minPrice, maxPrice }).toEqual(scaled.get(market.indexToken))
  }
})

lawOfObserved(
  'rounded to the quantum, prices are those around the candle; min is at most max',
  async (instant) => {
    const { session, network, base, atSeconds, pick } = instant
    const coarse = session.world(network).quotes(atSeconds, 'full')
    const tickers = await tickersOf(instant)
    expect(tickers.length).toBe(coarse.length)
    for (const [index, { minPrice, maxPrice }] of tickers.entries()) {
      const { token, min, max } = coarse[index]
      const quantum = 10n ** BigInt(token.oracleDecimals)
      const rounded = (price: string) => String(((big(price) + quantum / 2n) / quantum) * quantum)
      expect([rounded(minPrice), rounded(maxPrice)], token.symbol).toEqual([min, max])
      expect(big(minPrice)).toBeLessThanOrEqual(big(maxPrice))
      expect(minPrice === maxPrice).toBe(min === max)
    }
    const { token, median } = coarse[pick % coarse.length]
    const search = `tokenSymbol=${encodeURIComponent(token.symbol)}&period=1m&limit=1`
    const { candles } = await askBase<WireCandles>(session, network, base, 'candles', search)
    const quanta = BigInt(Math.round(candles[0][4] * 10 ** token.priceDecimals))
    expect(String(quanta * 10n ** BigInt(token.oracleDecimals))).toBe(median)
  },
)

lawOfObserved('a price that returns has the digits that it had, on each network', async (instant) => {
  const { session, network, atSeconds, at } = instant
  const worldOf = (one: typeof session, name: string) => one.worldIn('observed', name, 'primary')
  const known = new Map<string, string>()
  for (const second of [atSeconds, atSeconds + 1, atSeconds + 2]) {
    const one = await at(second)
    for (const name of [network, 'arbitrum']) {
      const fine = worldOf(one, name).quotes(second)
      for (const [index, { token, median }] of one.world(name).quotes(second).entries()) {
        const price = `${token.asset} ${token.decimals} ${median}`
        expect(known.get(price) ?? fine[index].median).toBe(fine[index].median)
        known.set(price, fine[index].median)
      }
    }
  }
  const again = await at(atSeconds)
  expect(worldOf(again, network).quotes(atSeconds)).toEqual(worldOf(session, network).quotes(atSeconds))
})
