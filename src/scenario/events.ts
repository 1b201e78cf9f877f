/** Events of a scenario file: moves of the market itself, on all networks, from virtual times since the scenario was loaded. */
import * as z from 'zod'
import type { Catalogue } from '../catalogue/types.js'
import type { PriceEvent, Ramp } from '../price/event-path.js'
import type { BaseReorg, MarketEvents } from '../world/worlds.js'
import { base, duration, network, oneOrMore, percent, shortText } from './values.js'

/** The minutes of a ramp are worked out from their ticks, one by one: years of them would take too long. */
const MOST_OVER_MS = 7 * 86_400_000
const over = duration
  .refine((ms) => ms <= MOST_OVER_MS, { error: 'write a duration of at most 7d' })
  .meta({ description: 'How long the move takes; at once when left out' })
/** Nothing falls to zero: -99.9 % is the most. */
const change = percent.refine((fraction) => fraction >= -0.999 && fraction <= 99, {
  error: 'write a change from -99.9% to 9900%',
})

export const eventSchema = z
  .strictObject({
    asset: oneOrMore(shortText)
      .optional()
      .meta({ description: 'An asset or token symbol, a list of them, or * for all' }),
    at: duration.meta({ description: 'Virtual time since the scenario was loaded' }),
    move: change.optional().meta({ description: 'Where the price goes, against where it would have been' }),
    over: over.optional(),
    recover: z
      .strictObject({
        after: duration.optional().meta({ description: 'How long it stays there first' }),
        to: change.meta({ description: 'Where it comes back to, against where it would have been' }),
        over: over.optional(),
      })
      .optional(),
    freeze: over.optional().meta({ description: 'For how long no price changes' }),
    reorg: z
      .strictObject({
        depth: z
          .int()
          .min(1)
          .max(1_000_000)
          .meta({ description: 'How many of the last blocks get other hashes' }),
        network: oneOrMore(network).optional(),
        base: oneOrMore(base).optional(),
      })
      .optional()
      .meta({ description: 'Another branch of the chain from then on, as some base addresses see it' }),
  })
  .refine(
    ({ move, freeze, reorg }) => [move, freeze, reorg].filter((kind) => kind !== undefined).length === 1,
    {
      error: 'write one of move, freeze and reorg',
      // A misspelt one is a problem of its own, which says more.
      when: ({ issues, value }) => issues.length === 0 && typeof value === 'object',
    },
  )
  .refine(({ asset, reorg }) => (asset === undefined) === (reorg !== undefined), {
    error: 'write the asset beside move and freeze, and none beside reorg',
  })
  .refine(({ move, over, recover }) => move !== undefined || (over === undefined && recover === undefined), {
    error: 'over and recover mean something only beside move: leave them out',
  })
  .meta({
    oneOf: [{ required: ['asset', 'move'] }, { required: ['asset', 'freeze'] }, { required: ['reorg'] }],
    dependencies: { over: ['move'], recover: ['move'] },
    tsName: 'EventInput',
    description: 'A move of the market itself, on all networks',
  })

export type ScenarioEvent = z.output<typeof eventSchema>

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
