/**
 * What is told of liquidity follows from the rest: yields from volatility, open interest and pools; performances from the values of
 * pools and from prices; GLVs from the markets that they hold. All is worked out again from what the other endpoints say.
 */
import { expect } from 'vitest'
import type { WireCandles, WireTicker } from './support/ask.js'
import { askBase, big, law } from './support/coherence.js'
import {
  annual,
  at,
  close,
  DAY,
  DAYS,
  gridOf,
  marketsOf,
  type WireApy,
  type WireGlv,
  type WireInfo,
  type WirePerformance,
  type WireSnapshots,
  worthOf,
} from './support/liquidity.js'
import { documented } from './support/prices.js'

law('24h is the fold of the ticks of the last day, a row for each ticker', async (instant) => {
  const { session, network, base, pick, atSeconds } = instant
  const rows = await askBase<Record<string, unknown>[]>(session, network, base, 'prices-24h')
  const tickers = await askBase<WireTicker[]>(session, network, base, 'tickers')
  expect(rows.map(({ tokenSymbol }) => tokenSymbol)).toEqual(tickers.map(({ tokenSymbol }) => tokenSymbol))
  const row = rows[pick % rows.length]
  const world = session.world(network, base)
  const { prices, priceDecimals } = world.pricesOf(world.tokenBySymbol(row['tokenSymbol'] as string) as never)
  let high = 0
  let low = Number.POSITIVE_INFINITY
  for (let second = atSeconds - DAY + 1; second <= atSeconds; second++) {
    const tick = prices.tickAt(second) as number
    high = Math.max(high, tick)
    low = Math.min(low, tick)
  }
  const unit = 10 ** priceDecimals
  expect(row).toEqual({
    tokenSymbol: row['tokenSymbol'],
    high: high / unit,
    low: low / unit,
    open: (prices.tickAt(atSeconds - DAY + 1) as number) / unit,
    close: (prices.tickAt(atSeconds) as number) / unit,
  })
})

law('a base APY is what fees of the volume come to over the pool, day by day', async (instant) => {
  const { session, network, base, pick } = instant
  const now = gridOf(instant.atSeconds)
  const market = marketsOf(network)[pick % marketsOf(network).length]
  const { markets } = await at(instant, now).ask<WireApy>('apy', 'period=7d')
  const told = markets[market.marketToken]
  expect(told).toEqual({ apy: told.baseApy + told.bonusApr, baseApy: told.baseApy, bonusApr: 0 })
  if (!market.index || !market.isListed) return expect(told.baseApy).toBe(0)
  const index = market.index.symbol
  session.clock.set({ atMs: now * 1000 })
  const query = `tokenSymbol=${encodeURIComponent(index)}&period=1d&limit=8`
  const { candles } = await askBase<WireCandles>(session, network, base, 'candles', query)
  let growth = 0
  for (const [start, , high, low] of candles) {
    const midnight = at(instant, start)
    const info = await midnight.market(market.marketToken)
    const { usd } = worthOf(network, info, await midnight.prices())
    const open = Number(big(info['openInterestLong']) + big(info['openInterestShort'])) / 1e30
    const range = high / low - 1
    const volume = (open * 24 * range) / (range + 0.6)
    const fees = (volume * 0.0006 * 0.63) / usd
    // Of the day in which the period begins, the part that lies in it.
    growth += fees * Math.min(1, (start + DAY - (now - 7 * DAY)) / DAY)
  }
  close(1 + told.baseApy, Math.exp(growth * annual(7)))
})

law('the base APY of a GLV is that of its markets, by its shares in them', async (instant) => {
  const now = at(instant, gridOf(instant.atSeconds))
  const { markets, glvs } = await now.ask<WireApy>('apy', 'period=30d')
  const { glvs: infos } = await now.ask<{ glvs: WireGlv[] }>('glvs-info')
  expect(Object.keys(markets)).toEqual(marketsOf(instant.network).map(({ marketToken }) => marketToken))
  expect(Object.keys(glvs)).toEqual(infos.map(({ glvToken }) => glvToken))
  for (const { glvToken, markets: held } of infos) {
    const sum = held.reduce(
      (sum, { address, share }) => sum + markets[address].baseApy * (Number(share) / 1e30),
      0,
    )
    expect(glvs[glvToken].baseApy).toBeCloseTo(sum, 9)
  }
})

law('what a GLV holds adds up: worth as in markets/info, shares to 1', async (instant) => {
  const { network } = instant
  const now = at(instant, gridOf(instant.atSeconds))
  const [{ glvs }, list] = [
    await now.ask<{ glvs: WireGlv[] }>('glvs-info'),
    await now.ask<{ glvs: WireGlv[] }>('glvs'),
  ]
  expect(glvs.map(({ markets, ...rest }) => rest)).toEqual(list.glvs)
  const { markets } = await now.ask<{ markets: WireInfo[] }>('markets-info')
  const price = await now.prices()
  for (const glv of glvs) {
    const whole = glv.markets.reduce((sum, { balanceUsd }) => sum + big(balanceUsd), 0n)
    if (glv.markets.length > 0)
      expect(glv.markets.reduce((sum, { share }) => sum + big(share), 0n)).toBe(10n ** 30n)
    for (const { address, balance, balanceUsd, share, isDisabled } of glv.markets) {
      const info = markets.find(({ marketToken }) => marketToken === address) as WireInfo
      expect([info.longToken, info.shortToken, info.isDisabled]).toEqual([
        glv.longToken,
        glv.shortToken,
        isDisabled,
      ])
      const worth = worthOf(network, info, price)
      close(Number(balanceUsd) / 1e30 / (Number(balance) / 1e18), worth.usd / worth.tokens)
      expect(Number(balance) / 1e18).toBeLessThan(worth.tokens)
      expect(Number(share) / 1e30).toBeCloseTo(Number((big(balanceUsd) * 10n ** 15n) / whole) / 1e15, 12)
    }
  }
})

law('a performance is the value per token at both ends, with fees, beside the other', async (instant) => {
  const { network, pick } = instant
  const period = pick % 2 === 0 ? '7d' : '30d'
  const now = gridOf(instant.atSeconds)
  const ends = [now - DAYS[period] * DAY, now]
  const said = await at(instant, now).ask<WirePerformance[]>('performance-annualized', `period=${period}`)
  const { markets, glvs } = await at(instant, now).ask<WireApy>('apy', `period=${period}`)
  const holding = documented(network).glvs.filter(({ markets }) => markets.length > 0)
  expect(said.map(({ address }) => address)).toEqual([
    ...marketsOf(network).map(({ marketToken }) => marketToken),
    ...holding.map(({ glvToken }) => glvToken),
  ])
  const told = said[pick % 3 === 0 ? said.length - 1 : pick % said.length]
  const isGlv = told.entity === 'Glv'
  const worths: number[] = []
  const prices: ((address: string) => number)[] = []
  let pair: { longToken: string; shortToken: string } | undefined
  for (const end of ends) {
    const then = at(instant, end)
    const price = await then.prices()
    prices.push(price)
    if (isGlv) {
      const { glvs } = await then.ask<{ glvs: WireGlv[] }>('glvs-info')
      const glv = glvs.find(({ glvToken }) => glvToken === told.address) as WireGlv
      const sum = (key: 'balance' | 'balanceUsd') =>
        Number(glv.markets.reduce((sum, row) => sum + big(row[key]), 0n))
      worths.push(sum('balanceUsd') / sum('balance'))
      pair = glv
    } else {
      const info = await then.market(told.address)
      const { usd, tokens } = worthOf(network, info, price)
      worths.push(usd / tokens)
      pair = info
    }
  }
  const grown = (address: string) => prices[1](address) / prices[0](address)
  const [long, short] = [grown(pair?.longToken ?? ''), grown(pair?.shortToken ?? '')]
  const { baseApy } = (isGlv ? glvs : markets)[told.address]
  const beside = (other: number) => (worths[1] / worths[0] / other) ** annual(DAYS[period]) * (1 + baseApy)
  close(1 + Number(told.longTokenPerformance), beside(long), 5)
  close(1 + Number(told.shortTokenPerformance), beside(short), 5)
  close(1 + Number(told.uniswapV2Performance), beside(Math.sqrt(long * short)), 5)
})

law('snapshots begin at 0 and go on by the value per token and the fees of each day', async (instant) => {
  const { network, pick } = instant
  const now = gridOf(instant.atSeconds)
  const market = marketsOf(network)[pick % marketsOf(network).length].marketToken
  const [{ snapshots }] = await at(instant, now).ask<WireSnapshots[]>(
    'performance-snapshots',
    `period=7d&address=${market}`,
  )
  const today = Math.floor(now / DAY) * DAY
  expect(snapshots.map(({ snapshotTimestamp }) => Number(snapshotTimestamp))).toEqual(
    Array.from({ length: 8 }, (_, day) => today - day * DAY),
  )
  expect(snapshots.at(-1)?.uniswapV2Performance).toBe('0')
  const step = pick % 7
  const [later, earlier] = snapshots.slice(step, step + 2)
  const states = []
  for (const { snapshotTimestamp } of [earlier, later]) {
    const then = at(instant, Number(snapshotTimestamp))
    const price = await then.prices()
    const info = await then.market(market)
    const { usd, tokens } = worthOf(network, info, price)
    states.push({ worth: usd / tokens, benchmark: Math.sqrt(price(info.longToken) * price(info.shortToken)) })
  }
  const { markets } = await at(instant, Number(later.snapshotTimestamp)).ask<WireApy>('apy', 'period=1d')
  const fees = (1 + markets[market].baseApy) ** (1 / 365)
  const [first, last] = states
  close(
    (1 + Number(later.uniswapV2Performance)) / (1 + Number(earlier.uniswapV2Performance)),
    (last.worth / first.worth / (last.benchmark / first.benchmark)) * fees,
  )
})
