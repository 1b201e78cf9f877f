import { expect, test } from 'vitest'
import type { NetworkName } from '../../src/market/catalogue/names.js'
import type { Session } from '../../src/session/session.js'
import { ask, sessionAt, type WireTicker } from '../support/ask.js'
import { LOADED_MS } from '../support/events.js'
import { catalogue, documented } from '../support/prices.js'
import { load, type Written } from '../support/scenario.js'

/** A session in which these events were loaded that number of seconds ago. */
async function sessionUnder(events: readonly Written[], afterSeconds: number): Promise<Session> {
  const session = await sessionAt(LOADED_MS, { cache: 'off' })
  load(session, { events })
  session.clock.advance(afterSeconds * 1000)
  return session
}

const tokenOf = (network: NetworkName, symbol: string) =>
  catalogue.networks[network].tokens.find((token) => token.symbol === symbol)
const usd = (network: NetworkName, { tokenSymbol, medianPrice }: WireTicker): number => {
  const decimals = 30 - (tokenOf(network, tokenSymbol)?.decimals ?? 0)
  const digits = medianPrice.padStart(decimals + 1, '0')
  return Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}
const tickersOf = (session: Session, network: NetworkName) => ask<WireTicker[]>(session, network, 'tickers')
/** The USD price of each asset on a network. */
const pricesOn = async (session: Session, network: NetworkName): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await tickersOf(session, network)).map((row) => [
      tokenOf(network, row.tokenSymbol)?.asset ?? '',
      usd(network, row),
    ]),
  )

/** Returns the prices that an event changes, with the rounded factor of each. */
async function moved(asset: unknown, network: NetworkName = 'arbitrum'): Promise<Record<string, number>> {
  const [under, without] = await Promise.all(
    [[{ asset, at: '0s', move: '-50%' }], []].map(async (events) =>
      pricesOn(await sessionUnder(events, 60), network),
    ),
  )
  const ratios = [...under].map(([name, price]) => [name, price / (without.get(name) ?? 0)] as const)
  return Object.fromEntries(ratios.filter(([, ratio]) => ratio !== 1).map(([name, ratio]) => [name, ratio]))
}

test('followers move with their asset on each network; nothing else does', async () => {
  const eth = await moved('ETH')
  const { 'GLV [ETH-USDC]': pool, ...followers } = eth
  expect(Object.keys(followers).sort()).toEqual(['ETH', 'wstETH'])
  for (const ratio of Object.values(followers)) expect(ratio).toBeCloseTo(0.5, 4)
  // Half of a pool is in ETH.
  expect(pool).toBeGreaterThan(0.65)
  expect(pool).toBeLessThan(0.85)
  expect(Object.keys(await moved('ETH', 'avalanche'))).toEqual(['ETH'])
  expect(Object.keys(await moved('wstETH'))).toEqual(['wstETH'])
  expect(Object.keys(await moved('tBTC'))).toEqual(['tBTC'])
  expect(Object.keys(await moved(['ETH', 'wstETH', 'USDC'])).sort()).toEqual([
    'ETH',
    'GLV [ETH-USDC]',
    'USDC',
    'USDC.e',
    'wstETH',
  ])
})

test('* moves everything, once', async () => {
  const all = await moved('*')
  const priced = documented('arbitrum').tokens.filter((token) => token.priced)
  expect(new Set(Object.keys(all))).toEqual(new Set(priced.map(({ asset }) => asset)))
  for (const ratio of Object.values(all)) expect(ratio).toBeCloseTo(0.5, 3)
})

test('market states follow: a crash of the index token changes its markets and leaves others alone', async () => {
  type Markets = { markets: Record<string, string>[] }
  const [under, without] = await Promise.all(
    [[{ asset: 'BTC', at: '0s', move: '-50%' }], []].map(async (events) =>
      ask<Markets>(await sessionUnder(events, 60), 'arbitrum', 'markets-info'),
    ),
  )
  const changed = under.markets
    .filter((market, i) => JSON.stringify(market) !== JSON.stringify(without.markets[i]))
    .map(({ name }) => name)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.every((name) => /BTC/.test(name))).toBe(true)
})

test('the events of a scenario end with it', async () => {
  const session = await sessionUnder([{ asset: 'ETH', at: '0s', move: '-50%' }], 60)
  const crashed = (await pricesOn(session, 'arbitrum')).get('ETH') ?? 0
  session.loadScenario(undefined)
  expect((await pricesOn(session, 'arbitrum')).get('ETH')).toBeCloseTo(2 * crashed, 2)
})

test('an event takes effect at the next whole second', async () => {
  const session = await sessionAt(LOADED_MS, { cache: 'off' })
  const before = await tickersOf(session, 'arbitrum')
  load(session, { events: [{ asset: '*', at: '0s', move: '-50%' }] })
  expect(await tickersOf(session, 'arbitrum')).toEqual(before)
  session.clock.advance(1000)
  expect(await tickersOf(session, 'arbitrum')).not.toEqual(before)
})
