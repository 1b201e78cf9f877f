/** Market prices during a rehearsal. */

import type { MarketLine, Observation, Phase } from '../grading/timeline.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'

const MAX_SYMBOLS = 5
/** Longer rehearsals are sampled more coarsely. */
const MAX_POINTS = 3600

/** Prices of all symbols that the client, events or given prices mention; of ETH by default. */
export function marketLinesOf(
  session: Session,
  originMs: number,
  phases: readonly Phase[],
  { events = [], prices }: Scenario,
  observations: readonly Observation[],
): MarketLine[] {
  const named = events.flatMap(({ asset = [] }) => asset).filter((asset) => asset !== '*')
  const given = prices?.keys() ?? []
  const symbols = new Set([...observations.map(({ symbol }) => symbol), ...named, ...given])
  if (symbols.size === 0) symbols.add('ETH')
  const untilMs = phases.at(-1)?.toMs ?? 0
  const stepMs = Math.max(1000, Math.ceil(untilMs / MAX_POINTS / 1000) * 1000)
  return [...symbols].slice(0, MAX_SYMBOLS).flatMap((symbol) => {
    const network = session.catalogue.bases.networks.find(
      (name) => session.world(name).tokenBySymbol(symbol)?.priced,
    )
    if (network === undefined) return []
    const token = session.world(network).tokenBySymbol(symbol)
    if (token === undefined) return []
    const { prices, priceDecimals } = session.world(network).pricesOf(token)
    const points: [atMs: number, price: number][] = []
    for (let atMs = 0; atMs <= untilMs; atMs += stepMs) {
      const tick = prices.tickAt(Math.floor((originMs + atMs) / 1000))
      if (tick !== undefined) points.push([atMs, Number(tick) / 10 ** priceDecimals])
    }
    return [{ symbol, network, points }]
  })
}
