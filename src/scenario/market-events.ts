/** From a scenario's events to what happens to prices and blocks. */
import type { Catalogue } from '../catalogue/types.js'
import type { PriceEvent, Ramp } from '../price/event-path.js'
import type { BaseReorg, MarketEvents } from '../world/worlds.js'
import type { ScenarioEvent } from './events.js'

/** The assets that an event's words mean, and those that follow them; undefined for a word that is none. */
export function assetsOf(word: string, catalogue: Catalogue): readonly string[] | undefined {
  if (word === '*') return [...catalogue.assets.keys()]
  const tokens = Object.values(catalogue.networks).flatMap(({ tokens }) => tokens)
  const name = catalogue.assets.has(word) ? word : tokens.find(({ symbol }) => symbol === word)?.asset
  if (name === undefined) return undefined
  return [...catalogue.assets.values()]
    .filter((asset) => asset.name === name || asset.follows === name)
    .map(({ name }) => name)
}

/** What the events of a scenario loaded at `loadedAtMs` make happen. */
export function marketEventsOf(
  events: readonly ScenarioEvent[],
  catalogue: Catalogue,
  loadedAtMs: number,
): MarketEvents {
  const prices = new Map<string, PriceEvent[]>()
  for (const event of events) {
    if (event.asset === undefined) continue
    const priceEvent = toPriceEvent(event, loadedAtMs)
    const names = new Set(event.asset.flatMap((word) => assetsOf(word, catalogue) ?? []))
    for (const name of names) prices.set(name, [...(prices.get(name) ?? []), priceEvent])
  }
  const reorgs = events.flatMap(({ at, reorg }) =>
    reorg === undefined ? [] : [toReorg(reorg, loadedAtMs + at)],
  )
  return { prices, reorgs }
}

function toReorg({ depth, network, base }: NonNullable<ScenarioEvent['reorg']>, atMs: number): BaseReorg {
  return { depth, atMs, ...(network && { networks: network }), ...(base && { bases: base }) }
}

function toPriceEvent(
  { at, move, over = 0, recover, freeze }: ScenarioEvent,
  loadedAtMs: number,
): PriceEvent {
  // A tick lasts a whole second: an event waits for the next one, so that what was told before it stays true.
  const second = (ms: number) => Math.ceil(Math.round(loadedAtMs + ms) / 1000)
  if (move === undefined)
    return { kind: 'freeze', startSeconds: second(at), endSeconds: second(at + (freeze ?? 0)) }
  const ramps: Ramp[] = [{ startSeconds: second(at), endSeconds: second(at + over), from: 1, to: 1 + move }]
  if (recover !== undefined) {
    const start = at + over + (recover.after ?? 0)
    ramps.push({
      startSeconds: second(start),
      endSeconds: second(start + (recover.over ?? 0)),
      from: 1 + move,
      to: 1 + recover.to,
    })
  }
  return { kind: 'move', ramps }
}
