/** Reads of the second generation that the SDK of 2026 asks for: what they say agrees with the other endpoints. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Simulator } from '../../../src/entrypoints/testing/api.js'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'

const ACCOUNT = '0x0000000000000000000000000000000000000001'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
afterAll(() => sim.stop())

// biome-ignore lint/suspicious/noExplicitAny: replies of any endpoint
type Body = any
async function ask(path: string, method = 'GET'): Promise<{ status: number; body: Body }> {
  const reply = await sim.fetch(path, { method })
  return { status: reply.status, body: await reply.json() }
}
const bodyOf = async (path: string): Promise<Body> => (await ask(path)).body

test.each(['arbitrum', 'botanix'])(
  '%s: the capacity of a market is that of its ticker, within reserve and interest limit',
  async (network) => {
    const configs: Body[] = await bodyOf(`/${network}-api/v1/markets/config`)
    for (const ticker of (await bodyOf(`/${network}-api/v1/markets/tickers`)).slice(0, 12)) {
      for (const [side, key] of [
        ['long', 'Long'],
        ['short', 'Short'],
      ]) {
        const query = `symbol=${encodeURIComponent(ticker.symbol)}&direction=${side}`
        const capacity = await bodyOf(`/${network}-api/v1/markets/trading-capacity?${query}`)
        expect(capacity).toEqual(ticker[`capacity${key}`])
        const config = configs.find(
          ({ marketTokenAddress }) => marketTokenAddress === ticker.marketTokenAddress,
        )
        const byReserve = BigInt(ticker[`availableLiquidity${key}`])
        const byInterest = BigInt(config[`maxOpenInterest${key}`]) - BigInt(ticker[`${side}InterestUsd`])
        const least = byReserve < byInterest ? byReserve : byInterest
        expect(BigInt(capacity.availableLiquidity)).toBe(least < 0n ? 0n : least)
      }
    }
  },
)

test('a market that is not listed takes no positions; one that does not exist is an error', async () => {
  const tickers: Body[] = await bodyOf('/arbitrum-api/v1/markets/tickers')
  const limiting = new Set(tickers.map(({ capacityLong }) => capacityLong.limitingFactor))
  expect(limiting).toEqual(new Set(['reserve', 'notApplicable']))
  const wrong = [
    '',
    'direction=long',
    'symbol=BTC/USD [BTC-USDC]',
    'symbol=NO/USD&direction=long',
    'symbol=BTC/USD [BTC-USDC]&direction=up',
  ]
  for (const query of wrong) {
    const { status, body } = await ask(`/arbitrum-api/v1/markets/trading-capacity?${query}`)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  }
})

test('both versions of liquidity in time have the reserve that the ticker leaves', async () => {
  const tickers: Body[] = await bodyOf('/avalanche-api/v1/markets/tickers')
  const { liquidityInfos } = await bodyOf('/avalanche-api/v1/jit/liquidity_info')
  const { v2JitLiquidityInfos } = await bodyOf('/avalanche-api/v2/jit/liquidity_info')
  expect(liquidityInfos.length).toBeGreaterThan(10)
  for (const [index, one] of liquidityInfos.entries()) {
    const ticker = tickers.find(({ marketTokenAddress }) => marketTokenAddress === one.market)
    const reserved = ['Long', 'Short'].map((key) =>
      String(BigInt(ticker[`availableLiquidity${key}`]) + BigInt(ticker[`${key.toLowerCase()}InterestUsd`])),
    )
    expect([one.maxReservedUsdWithJitLong, one.maxReservedUsdWithJitShort]).toEqual(reserved)
    const { market, long, short } = v2JitLiquidityInfos[index]
    expect([market, long.maxReservedUsd, short.maxReservedUsd]).toEqual([one.market, ...reserved])
  }
})

test('the yield of a pool is that of /v1/apy; pools and components are chosen', async () => {
  const { markets } = await bodyOf('/avalanche-api/v1/apy?period=30d')
  const { pools } = await bodyOf('/avalanche-api/v1/yield/gm-pools?period=30d')
  expect(pools.map(({ marketToken, feeApy }: Body) => [marketToken, feeApy])).toEqual(
    Object.entries(markets).map(([address, one]) => [address, (one as Body).baseApy]),
  )
  const [first, second] = pools
  expect(first.window.endTimestamp - first.window.startTimestamp).toBe(30 * 86_400)
  const query = `pools=${first.marketToken},${second.marketToken.toLowerCase()}&period=30d&includeComponents=true`
  const some = (await bodyOf(`/avalanche-api/v1/yield/gm-pools?${query}`)).pools
  expect(some).toEqual([first, second].map((pool) => ({ ...pool, components: some[0].components })))
  expect((await ask('/avalanche-api/v1/yield/gm-pools?pools=0x12')).status).toBe(400)
  const values: Body[] = await bodyOf('/avalanche-api/v1/markets/values')
  for (const { marketToken, timeWeightedPoolValue } of pools) {
    const value = values.find(({ marketTokenAddress }) => marketTokenAddress === marketToken)
    const now = Number(value.poolValueMax) / 1e30
    expect(timeWeightedPoolValue / now).toBeGreaterThan(0.3)
    expect(timeWeightedPoolValue / now).toBeLessThan(3)
  }
})

test('weeks of buybacks are whole weeks from Monday, and sum up', async () => {
  const { summary, weeks } = await bodyOf('/arbitrum-api/v1/buyback/weekly-stats')
  expect(weeks).toHaveLength(summary.weeksTracked)
  let sum = 0n
  for (const [index, week] of weeks.entries()) {
    expect(new Date(week.weekStart * 1000).getUTCDay()).toBe(1)
    expect(week.weekEnd - week.weekStart).toBe(7 * 86_400)
    if (index > 0) expect(week.weekStart).toBe(weeks[index - 1].weekEnd)
    sum += BigInt(week.weeklyAccrued)
    expect(BigInt(week.weeklyAccrued)).toBeGreaterThan(0n)
    expect(week.cumulativeAccrued).toBe(String(sum))
  }
  expect(summary.totalAccrued).toBe(String(sum))
  expect(summary.latestWeekAccrued).toBe(weeks.at(-1).weeklyAccrued)
  expect(weeks.at(-1).weekEnd * 1000).toBeLessThanOrEqual(new Date(sim.clock.now()).getTime())
})

test('an account owns nothing: a row per token with 0', async () => {
  const tokens: Body[] = await bodyOf('/arbitrum-api/v1/tokens')
  const balances: Body[] = await bodyOf(`/arbitrum-api/v1/balances/wallet?address=${ACCOUNT}`)
  const allowances: Body[] = await bodyOf(`/arbitrum-api/v1/allowances?address=${ACCOUNT}&spender=router`)
  const named = tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals }))
  expect(balances).toEqual(named.map((row) => ({ ...row, balance: '0' })))
  expect(allowances).toEqual(named.map((row) => ({ ...row, allowance: '0' })))
  for (const path of ['balances/wallet', 'allowances?spender=router', 'staking/power', 'trades'])
    expect((await ask(`/arbitrum-api/v1/${path}`)).body.code, path).toBe('VALIDATION_ERROR')
})

test.each([
  ['GET', 'positions/0x12', 404],
  ['GET', 'orders/0x12', 404],
  ['POST', 'trades/search', 200],
  ['POST', 'orders/txns/status', 404],
  ['POST', 'subaccounts/status', 200],
  ['GET', 'subaccounts/status', 501],
  ['POST', 'orders/txns/prepare', 501],
  ['POST', 'orders/txns/submit', 501],
  ['POST', 'orders/txns/cancel/prepare', 501],
  ['POST', 'subaccounts/approval/prepare', 501],
  ['POST', 'gmx-account/deposit/cross-chain/prepare', 501],
  ['POST', 'orders', 501],
])('%s /v1/%s: %d', async (method, path, expected) => {
  const { status, body } = await ask(`/arbitrum-api/v1/${path}`, method)
  expect(status).toBe(expected)
  if (status !== 200) expect(Object.keys(body)).toEqual(['message', 'code', 'traceId'])
  if (status === 501) expect(body.message).toContain('not simulated')
})

test('the flags of the web app are on in the observed dialect; a catalogue sets its own', async () => {
  const flags = async (network: string, dialect: 'documented' | 'observed') => {
    const session = await own.session({ dialect })
    return (await session.fetch(`/${network}/ui-flags/v2`)).json()
  }
  await using own = await startSimulator({
    catalogue: { networks: { avalanche: { flags: { api100: false, mine: true } } } },
  })
  const on = { enabled: true }
  const usual = { apiMarkets: on, apiPositions: on, apiOrders: on, api100: on, wsPrices: on, wsCandles: on }
  expect(await flags('arbitrum', 'documented')).toEqual({})
  expect(await flags('arbitrum', 'observed')).toEqual(usual)
  expect(await flags('avalanche', 'documented')).toEqual({ api100: { enabled: false }, mine: on })
  expect(await flags('avalanche', 'observed')).toEqual({ ...usual, api100: { enabled: false }, mine: on })
})
