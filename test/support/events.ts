/** Random market events, and the prices of assets under them. */
import fc from 'fast-check'
import { createAssetPrices } from '../../src/market/price/candles.js'
import { createTargets } from '../../src/market/price/event-path.js'
import { withEvents } from '../../src/market/price/events.js'
import { TICK_LEVEL } from '../../src/market/price/periods.js'
import type { AssetPrices, PriceSource } from '../../src/market/price/prices.js'
import { createSeededSources } from '../../src/market/price/seeded-source.js'
import { marketEventsOf } from '../../src/scenario/events.js'
import { checkScenarioValue } from '../../src/scenario/read/read.js'
import { catalogue } from './prices.js'
import type { Written } from './scenario.js'

/** Load time of the scenario of events: not a whole second, as in practice. */
export const LOADED_MS = Date.parse('2026-03-01T12:00:07.450Z')
export const LOADED = Math.ceil(LOADED_MS / 1000)

/** Uncached prices of an asset in a scenario with these events; undisturbed prices for an asset without events. */
export function pricesUnder(events: readonly Written[], seed: string, asset: string): AssetPrices {
  return countedUnder(events, seed, asset).prices
}

/** The same, with a count of ticks drawn from the undisturbed price. */
export function countedUnder(events: readonly Written[], seed: string, asset: string) {
  const { events: checked = [] } = checkScenarioValue({ events }, catalogue)
  const { prices: byAsset } = marketEventsOf(checked, catalogue, LOADED_MS)
  const processOf = createSeededSources(seed, catalogue.assets)
  const process = processOf(asset)
  let drawn = 0
  const counted: PriceSource = {
    logVarianceAt: (atSeconds) => process.logVarianceAt(atSeconds),
    text: process.text,
    span(level, first, count) {
      if (level === TICK_LEVEL) drawn += count
      return process.span(level, first, count)
    },
  }
  const laid = createTargets((name) => byAsset.get(name) ?? [], processOf)(asset)
  const prices = createAssetPrices(laid.length === 0 ? counted : withEvents(counted, laid))
  return { prices, ticks: () => drawn }
}

const seconds = (most: number) => fc.integer({ min: 0, max: most }).map((count) => `${count}s`)
const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined })
const percent = fc.oneof(
  fc.integer({ min: -95, max: 300 }).map((change) => `${change}%`),
  fc.constantFrom('0%', '-99.9%', '9900%'),
)
const without = (fields: Written): Written =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Begins within two hours and ends within four; often on the last second of a minute or the first of the next. */
const at = fc.oneof(
  seconds(7200),
  fc.constantFrom('51s', '52s', '111s', '3591s', '3592s'),
  fc.integer({ min: 0, max: 7_200_000 }).map((ms) => `${ms}ms`),
  fc.constant('0s'),
)
const recovery = fc
  .record({ to: percent, after: maybe(seconds(1800)), over: maybe(seconds(3600)) })
  .map((recover) => without(recover))

export const anyMove = fc
  .record({ at, move: percent, over: maybe(seconds(1800)), recover: maybe(recovery) })
  .map((event) => without({ asset: 'ETH', ...event }))
const anyFreeze = fc.record({ asset: fc.constant('ETH'), at, freeze: seconds(3600) })
/** Target from a hundredth to a thousand times the usual price. */
export const anyPrice = fc
  .record({
    at,
    price: fc.integer({ min: 250_000, max: 2_500_000_000 }).map((quanta) => String(quanta / 10_000)),
    over: maybe(seconds(1800)),
  })
  .map((event) => without({ asset: 'ETH', ...event }))
export const anyEvents = fc.array(fc.oneof(anyMove, anyFreeze, anyPrice), { minLength: 1, maxLength: 5 })

/** A second from shortly before the first event to after the last. */
export const anySecondAround = fc.oneof(
  fc.integer({ min: LOADED - 1800, max: LOADED + 18_000 }),
  fc.integer({ min: LOADED, max: LOADED + 180 }),
)
