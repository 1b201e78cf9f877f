/** Events of a scenario: market moves on all networks, at virtual times since it was loaded. */

import * as z from 'zod'
import { getOrCreate } from '../kit/maps.js'
import { tokensNamed } from '../market/catalogue/sdk-names.js'
import type { Asset, Catalogue, CatalogueToken } from '../market/catalogue/types.js'
import type { AssetEvent, PriceTarget, Ramp } from '../market/price/event-path.js'
import { type MarketEvents, NO_EVENTS } from '../market/world/market-events.js'
import { base, duration, hasKnownKeys, network, oneOrMore, optional, percent, shortText } from './values.js'

const PRICE_HINT = 'write a price in USD above 0, such as 1500 or "1499.99"'
/** A price in USD, as decimal text. */
export const givenUsd = z
  .union([z.string(), z.number()], { error: PRICE_HINT })
  .transform(String)
  .refine((text) => /^\d{1,16}(\.\d{1,30})?$/.test(text) && Number(text) > 0, { error: PRICE_HINT })

/** Limit of ramps: their minutes are computed tick by tick. */
const MAX_OVER_MS = 7 * 86_400_000
export const over = duration
  .refine((ms) => ms <= MAX_OVER_MS, { error: 'write a duration of at most 7d' })
  .describe('Duration of the move; immediate by default')
/** Prices stay positive: the largest fall is -99.9 %. */
const change = percent.refine((fraction) => fraction >= -0.999 && fraction <= 99, {
  error: 'write a change from -99.9% to 9900%',
})

/** Fields of a price move, also of the control call that makes one now. */
export const moveShape = {
  move: optional(change, 'Target price, relative to the undisturbed price'),
  price: optional(givenUsd, 'Target price in USD, exact; the market moves freely from there'),
  over: over.optional(),
  recover: z
    .strictObject({
      after: optional(duration, 'Pause before the recovery'),
      to: change.describe('Price after the recovery, relative to the undisturbed price'),
      over: over.optional(),
    })
    .optional(),
}

export const eventSchema = z
  .strictObject({
    asset: optional(oneOrMore(shortText), 'An asset or token symbol, a list of them, or * for all'),
    at: duration.describe('Virtual time since the scenario was loaded'),
    ...moveShape,
    freeze: optional(over, 'Duration without price changes'),
    reorg: optional(
      z.strictObject({
        depth: z.int().min(1).max(1_000_000).describe('Number of latest blocks that get new hashes'),
        network: oneOrMore(network).optional(),
        base: oneOrMore(base).optional(),
      }),
      'A chain reorganisation, as seen by some base addresses from then on',
    ),
  })
  .refine(
    ({ move, price, freeze, reorg }) =>
      [move, price, freeze, reorg].filter((kind) => kind !== undefined).length === 1,
    {
      error: 'write one of move, price, freeze and reorg',
      when: hasKnownKeys,
    },
  )
  .refine(({ asset, reorg }) => (asset === undefined) === (reorg !== undefined), {
    error: 'write asset with move, price and freeze, but not with reorg',
  })
  .refine(({ move, recover }) => move !== undefined || recover === undefined, {
    error: 'recover applies to move only: leave it out',
  })
  .refine(({ move, price, over }) => move !== undefined || price !== undefined || over === undefined, {
    error: 'over applies to move and price only: leave it out',
  })
  .meta({
    oneOf: [
      { required: ['asset', 'move'] },
      { required: ['asset', 'price'] },
      { required: ['asset', 'freeze'] },
      { required: ['reorg'] },
    ],
    dependencies: {
      over: { anyOf: [{ required: ['move'] }, { required: ['price'] }] },
      recover: ['move'],
    },
    tsName: 'EventInput',
    description: 'A market move on all networks',
  })

/** Total duration limit of moves and freezes: candles of these times are computed tick by tick. */
export const MAX_CHANGING_MS = 400 * 86_400_000

/** Total duration of events. */
export function changingMs(events: readonly ScenarioEvent[]): number {
  return events.reduce(
    (ms, { over = 0, recover, freeze = 0 }) => ms + over + (recover?.over ?? 0) + freeze,
    0,
  )
}

export type ScenarioEvent = z.output<typeof eventSchema>

/** The assets that an event's name means, with those that follow them; none if unknown. */
function assetsOf(word: string, catalogue: Catalogue): readonly string[] {
  if (word === '*') return [...catalogue.assets.keys()]
  // A catalogue may assign tokens of one symbol different assets.
  const named = new Set(tokensCalled(word, catalogue).map(({ asset }) => asset))
  named.add(assetNamed(word, catalogue)?.name ?? '')
  return (
    [...catalogue.assets.values()]
      // A pool moves with the tokens in it: its price is a share of theirs.
      .filter(
        ({ name, follows = '', pair }) => named.has(name) || (pair.share === undefined && named.has(follows)),
      )
      .map(({ name }) => name)
  )
}

/** The asset with a name or token symbol. */
export function assetNamed(word: string, { assets, networks }: Catalogue): Asset | undefined {
  const named = assets.get(word)
  if (named !== undefined) return named
  return assets.get(tokensCalled(word, { networks })[0]?.asset ?? '')
}

/** The tokens with a symbol, on all networks; if there are none, those that have it in the second generation. */
export function tokensCalled(
  word: string,
  { networks }: Pick<Catalogue, 'networks'>,
): readonly CatalogueToken[] {
  const all = Object.values(networks)
  const tokens = all.flatMap(({ tokens }) => tokens.filter(({ symbol }) => symbol === word))
  return tokens.length > 0 ? tokens : all.flatMap((network) => tokensNamed(word, network))
}

/** A price of an asset in quanta; a hint as text if it is invalid. */
export function quantaOf(usd: string, { name, priceDecimals }: Asset): number | string {
  const [whole, fraction = ''] = usd.replace(/(\.\d*?)0+$/, '$1').split('.')
  if (fraction.length > priceDecimals)
    return `write at most ${priceDecimals} decimals, the precision of ${name}`
  const quanta = Number(whole + fraction.padEnd(priceDecimals, '0'))
  if (quanta <= MAX_PRICE_QUANTA) return quanta
  return `write at most ${Number(`${MAX_PRICE_QUANTA}e-${priceDecimals}`)}, the largest price of ${name}`
}

/** Exact integers end near 15 digits. */
const MAX_PRICE_QUANTA = 1e15

/** An event made at run time, in addition to those of the scenario; plain data, for snapshots. */
export interface MarketMove {
  readonly event: ScenarioEvent
  /** Virtual instant from which its times count. */
  readonly atMs: number
}

/** Market events of a scenario loaded at `loadedAtMs`, its given prices, and moves made since. */
export function marketEventsOf(
  events: readonly ScenarioEvent[],
  catalogue: Catalogue,
  loadedAtMs: number,
  moves: readonly MarketMove[] = [],
  paths: MarketEvents['paths'] = NO_EVENTS.paths,
): MarketEvents {
  const prices = new Map<string, AssetEvent[]>()
  const add = (event: AssetEvent, names: Iterable<string>): void => {
    for (const name of names) getOrCreate(prices, name, (): AssetEvent[] => []).push(event)
  }
  const known = new Map<string, readonly string[]>()
  const assetsNamed = (word: string) => getOrCreate(known, word, () => assetsOf(word, catalogue))
  for (const { event, atMs } of [...events.map((event) => ({ event, atMs: loadedAtMs })), ...moves]) {
    const { asset: words = [], price } = event
    if (price === undefined) add(toPriceEvent(event, atMs), new Set(words.flatMap(assetsNamed)))
    else
      for (const asset of new Set(words.flatMap((word) => assetNamed(word, catalogue) ?? [])))
        add(toTarget(event, price, asset, atMs), assetsNamed(asset.name))
  }
  const reorgs = events.flatMap(({ at, reorg }) => {
    if (reorg === undefined) return []
    const { depth, network: networks, base: bases } = reorg
    return [{ depth, atMs: loadedAtMs + at, networks, bases }]
  })
  return { paths, prices, reorgs }
}

function toTarget(
  { at, over = 0 }: ScenarioEvent,
  usd: string,
  asset: Asset,
  loadedAtMs: number,
): PriceTarget {
  const quanta = quantaOf(usd, asset)
  if (typeof quanta === 'string') throw new Error(`a scenario was read whose price is none: ${quanta}`)
  const startSeconds = nextSecond(loadedAtMs + at)
  return {
    kind: 'price',
    asset: asset.name,
    quanta,
    startSeconds,
    endSeconds: nextSecond(loadedAtMs + at + over),
  }
}

/** The next tick: events never change a second already served. */
export function nextSecond(ms: number): number {
  return Math.ceil(Math.round(ms) / 1000)
}

function toPriceEvent(
  { at, move, over = 0, recover, freeze }: ScenarioEvent,
  loadedAtMs: number,
): AssetEvent {
  const second = (ms: number) => nextSecond(loadedAtMs + ms)
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
