/**
 * A careful client must find no contradiction anywhere: at random instants, networks, bases and seeds, inside events and
 * outside, all endpoints agree as the laws say. Caches are off, so that all describe the same second.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASES, type BaseName, NETWORKS, type NetworkName } from '../src/catalogue/networks.js'
import { ENDPOINTS } from '../src/endpoints/index.js'
import { faultsOf, signedRow } from '../src/oracle/verify.js'
import { checkScenarioValue } from '../src/scenario/read.js'
import { answer } from '../src/session/answer.js'
import type { Session } from '../src/session/session.js'
import { sessionAt, type WireCandles, type WireTicker } from './support/ask.js'
import { anyPeriod, anySeed, catalogue } from './support/prices.js'

const YEAR_SECONDS = 31_536_000n
const GRID_SECONDS = 5

interface WireMarket {
  marketToken: string
  longToken: string
  shortToken: string
  isDisabled: boolean
  [key: string]: string | boolean
}
interface WireRates {
  marketAddress: string
  ratesSnapshots: { timestamp: number; [key: string]: string | number }[]
}

const anyEvents = fc.array(
  fc.record({
    asset: fc.constantFrom('ETH', 'BTC', 'USDC', '*', 'SOL'),
    at: fc.integer({ min: 0, max: 300 }).map((s) => `${s}s`),
    move: fc.integer({ min: -60, max: 80 }).map((percent) => `${percent}%`),
    over: fc.integer({ min: 0, max: 600 }).map((s) => `${s}s`),
  }),
  { maxLength: 3 },
)

async function ask<Body>(
  session: Session,
  network: NetworkName,
  base: BaseName,
  id: string,
  search = '',
): Promise<Body> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  const world = session.world(network, base)
  const { status, body } = await answer(
    { ...session, dialect: session.dialect, world },
    { endpoint, method: 'GET', url: '', search, atMs: session.nowMs() },
  ).reply()
  expect(status).toBe(200)
  return JSON.parse(body.toString()) as Body
}

const big = (value: string | boolean | number | undefined) => BigInt(value as string)

test('every endpoint agrees with every other', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySeed,
      fc.integer({
        min: Date.parse('1990-02-01T00:00:00Z') / 1000,
        max: Date.parse('2099-12-01T00:00:00Z') / 1000,
      }),
      fc.constantFrom(...NETWORKS),
      fc.constantFrom(...BASES),
      anyPeriod,
      anyEvents,
      fc.integer({ min: 0, max: 900 }),
      fc.nat(),
      async (seed, startSeconds, network, base, period, events, laterSeconds, pick) => {
        const session = await sessionAt(startSeconds * 1000, { seed, cache: 'off' })
        session.loadScenario(checkScenarioValue({ events }, catalogue))
        session.clock.advance(laterSeconds * 1000)
        const atSeconds = startSeconds + laterSeconds
        const { chainId, tokens } = catalogue.networks[network]

        const tickers = await ask<WireTicker[]>(session, network, base, 'tickers')
        const bySymbol = new Map(tickers.map((row) => [row.tokenSymbol, row]))
        const { tokens: listed } = await ask<{ tokens: { symbol: string; address: string }[] }>(
          session,
          network,
          base,
          'tokens',
        )
        expect(listed.filter(({ symbol }) => bySymbol.has(symbol)).map(({ address }) => address)).toEqual(
          tickers.map(({ tokenAddress }) => tokenAddress),
        )

        const { signedPrices } = await ask<{ signedPrices: WireTicker[] }>(
          session,
          network,
          base,
          'signed-prices',
        )
        expect(
          signedPrices.map(({ tokenSymbol, minPrice, medianPrice, maxPrice }) => [
            tokenSymbol,
            minPrice,
            medianPrice,
            maxPrice,
          ]),
        ).toEqual(
          tickers.map(({ tokenSymbol, minPrice, medianPrice, maxPrice }) => [
            tokenSymbol,
            minPrice,
            medianPrice,
            maxPrice,
          ]),
        )
        const networks = [catalogue.networks[network]]
        expect(networks[0].chainId).toBe(chainId)
        expect(faultsOf(signedRow.parse(signedPrices[pick % signedPrices.length]), networks)).toEqual([])

        const { tokenSymbol, medianPrice } = tickers[pick % tickers.length]
        const token = tokens.find(({ symbol }) => symbol === tokenSymbol)
        const query = `tokenSymbol=${encodeURIComponent(tokenSymbol)}&limit=2&period=`
        const { candles } = await ask<WireCandles>(session, network, base, 'candles', query + period)
        const unit = 10 ** (token?.priceDecimals as number)
        expect(
          BigInt(Math.round(candles[0][4] * unit)) * 10n ** BigInt(token?.oracleDecimals as number),
        ).toBe(big(medianPrice))

        const { markets } = await ask<{ markets: WireMarket[] }>(session, network, base, 'markets-info')
        const catalog = await ask<{ markets: { marketToken: string }[] }>(session, network, base, 'markets')
        expect(markets.map(({ marketToken }) => marketToken)).toEqual(
          catalog.markets.map(({ marketToken }) => marketToken),
        )
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

        // What a pool's tokens are worth at the prices of the 5 s grid, three quarters of it, is what positions may use.
        const grid = await sessionAt(startSeconds * 1000, { seed, cache: 'off' })
        grid.loadScenario(checkScenarioValue({ events }, catalogue))
        grid.clock.advance((Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS - startSeconds) * 1000)
        const gridPrices = new Map(
          (await ask<WireTicker[]>(grid, network, base, 'tickers')).map((row) => [
            row.tokenAddress,
            big(row.medianPrice),
          ]),
        )
        const market = markets[pick % markets.length]
        const usd = (side: 'Long' | 'Short', address: string) =>
          big(market[`poolAmount${side}`]) * (gridPrices.get(address) as bigint)
        for (const [side, token] of [
          ['Long', market.longToken],
          ['Short', market.shortToken],
        ] as const) {
          const reserve = big(market[`openInterest${side}`]) + big(market[`availableLiquidity${side}`])
          // Less than a cent is too little to divide.
          if (reserve > 10n ** 28n) expect(Number(reserve) / Number(usd(side, token))).toBeCloseTo(0.75, 3)
        }

        // The newest hour of /rates is what markets/info said at that hour, per second and seen from the other side.
        const hour = await sessionAt(Math.floor(atSeconds / 3600) * 3_600_000, { seed, cache: 'off' })
        const then = await ask<{ markets: WireMarket[] }>(hour, network, base, 'markets-info')
        const [{ ratesSnapshots }] = await ask<WireRates[]>(
          session,
          network,
          base,
          'rates',
          `period=1d&address=${market.marketToken}`,
        )
        const said = then.markets.find(({ marketToken }) => marketToken === market.marketToken) as WireMarket
        expect(ratesSnapshots[0].timestamp).toBe(Math.floor(atSeconds / 3600) * 3600)
        for (const side of ['Long', 'Short']) {
          const of = (kind: string) => big(ratesSnapshots[0][`${kind}Rate${side}`]) * YEAR_SECONDS
          expect(of('funding')).toBe(-big(said[`fundingRate${side}`]))
          expect(of('borrowing')).toBe(big(said[`borrowingRate${side}`]))
          expect(of('net')).toBe(-big(said[`netRate${side}`]))
        }
      },
    ),
    { numRuns: 40 },
  )
}, 60_000)
