import type { MarketEvents } from '../market/world/market-events.js'
import { marketEventsOf } from '../scenario/events.js'
import { pathsOf } from '../scenario/prices.js'
import type { ScenarioRun } from '../scenario/run-types.js'
import type { Session } from './session.js'

/** All that moves the market of a session: its scenario, its moves, and its own prices, which count from `laidAtMs`. */
export function eventsIn(
  { givenPrices, catalogue, moves }: Pick<Session, 'givenPrices' | 'catalogue' | 'moves'>,
  run: ScenarioRun | undefined,
  laidAtMs: number,
): MarketEvents {
  const { scenario, loadedAtMs = 0 } = run ?? {}
  // The session's own prices override those of its scenario.
  const paths = new Map([...pathsOf(scenario?.prices, loadedAtMs), ...pathsOf(givenPrices, laidAtMs)])
  return marketEventsOf(scenario?.events ?? [], catalogue, loadedAtMs, moves, paths)
}
