/** Replies under market events: whose prices they move, from when to when. */
import { expect, test } from 'vitest'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import type { Session } from '../../src/session/session.js'
import { ask, sessionAt, type WireTicker } from '../support/ask.js'
import { LOADED_MS } from '../support/events.js'
import { documented } from '../support/prices.js'
import { load, type Written } from '../support/scenario.js'

const halved = (asset: unknown): Written => ({ events: [{ asset, at: '0s', move: '-50%' }] })

/** A session in which a scenario was loaded a minute ago. */
async function sessionUnder(scenario: Written): Promise<Session> {
  const session = await sessionAt(LOADED_MS, { cache: 'off' })
  load(session, scenario)
  session.clock.advance(60_000)
  return session
}

const tickersOf = (session: Session, network: NetworkName) => ask<WireTicker[]>(session, network, 'tickers')

/** The factor of each price that changes where these assets lose half of theirs. */
async function moved(assets: unknown, network: NetworkName = 'arbitrum'): Promise<Record<string, number>> {
  const [under, without] = await Promise.all(
    [halved(assets), {}].map(async (scenario) => tickersOf(await sessionUnder(scenario), network)),
  )
  const ratios = under.map(
    ({ tokenSymbol, medianPrice }, n) =>
      [tokenSymbol, Number(medianPrice) / Number(without[n].medianPrice)] as const,
  )
  return Object.fromEntries(ratios.filter(([, ratio]) => ratio !== 1))
}

test('followers move with their asset on each network; nothing else does', async () => {
  const { 'GLV [ETH-USDC]': pool, ...followers } = await moved('ETH')
  expect(Object.keys(followers).sort()).toEqual(['ETH', 'wstETH'])
  for (const ratio of Object.values(followers)) expect(ratio).toBeCloseTo(0.5, 4)
  // Half of a pool is in ETH.
  expect(pool).toBeGreaterThan(0.65)
  expect(pool).toBeLessThan(0.85)
  expect(Object.keys(await moved('ETH', 'avalanche'))).toEqual(['ETH'])
  expect(Object.keys(await moved('wstETH'))).toEqual(['wstETH'])
  const several = await moved(['ETH', 'wstETH', 'USDC'])
  expect(Object.keys(several).sort()).toEqual(['ETH', 'GLV [ETH-USDC]', 'USDC', 'USDC.e', 'wstETH'])
})

test('* moves everything, once', async () => {
  const all = await moved('*')
  const priced = documented('arbitrum').tokens.filter((token) => token.priced)
  expect(Object.keys(all)).toEqual(priced.map(({ symbol }) => symbol))
  for (const ratio of Object.values(all)) expect(ratio).toBeCloseTo(0.5, 3)
})

test('market states follow: a crash of the index token changes its markets and leaves others alone', async () => {
  type Markets = { markets: Record<string, string>[] }
  const [under, without] = await Promise.all(
    [halved('BTC'), {}].map(async (scenario) =>
      ask<Markets>(await sessionUnder(scenario), 'arbitrum', 'markets-info'),
    ),
  )
  const changed = under.markets
    .filter((market, i) => JSON.stringify(market) !== JSON.stringify(without.markets[i]))
    .map(({ name }) => name)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.every((name) => /BTC/.test(name))).toBe(true)
})

test('an event takes effect at the next whole second, and ends with its scenario', async () => {
  const session = await sessionAt(LOADED_MS, { cache: 'off' })
  const before = await tickersOf(session, 'botanix')
  load(session, halved('*'))
  expect(await tickersOf(session, 'botanix')).toEqual(before)
  session.clock.advance(1000)
  const crashed = await tickersOf(session, 'botanix')
  session.loadScenario(undefined)
  const after = await tickersOf(session, 'botanix')
  const ratios = after.map(({ medianPrice }, n) => Number(medianPrice) / Number(crashed[n].medianPrice))
  for (const ratio of ratios) expect(ratio).toBeCloseTo(2, 3)
})
