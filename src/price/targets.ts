/**
 * Prices that an asset is to reach, in quanta, made into moves: a move by the factor that leads from where the price would
 * have been to just there. So everything that holds of moves holds of them: folds, freezes, what follows the asset.
 */
import { getOrCreate } from '../core/maps.js'
import {
  type AssetEvent,
  createEventPath,
  type Freeze,
  type PriceEvent,
  type PriceTarget,
  type Ramp,
} from './event-path.js'
import { TICK_LEVEL } from './periods.js'
import type { PriceSource } from './source.js'
import { OPEN } from './span.js'

/** The events of each asset with the moves that its targets come to. */
export function createTargets(
  eventsOf: (asset: string) => readonly AssetEvent[],
  sourceOf: (asset: string) => PriceSource,
): (asset: string) => readonly PriceEvent[] {
  const known = new Map<string, Reached>()
  const reach = (asset: string): Reached =>
    getOrCreate(known, asset, () =>
      reachedBy(asset, eventsOf(asset), sourceOf, (target) => reach(target.asset).rampOf(target)),
    )
  return (asset) => reach(asset).events
}

interface Reached {
  readonly events: readonly PriceEvent[]
  /** What a target of this asset came to; undefined for one that another took the place of at once. */
  rampOf(target: PriceTarget): Ramp | undefined
}

/** Each target sees all other events, and of the targets those that began before; the next one takes its place. */
function reachedBy(
  asset: string,
  events: readonly AssetEvent[],
  sourceOf: (asset: string) => PriceSource,
  rampOfLeader: (target: PriceTarget) => Ramp | undefined,
): Reached {
  const targets = events
    .filter((event) => event.kind === 'price')
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
  const own = targets.filter((target) => target.asset === asset)
  const led = targets
    .filter((target) => target.asset !== asset)
    .flatMap((target) => rampOfLeader(target) ?? [])
  const others = events.filter((event) => event.kind !== 'price')
  const settled: PriceEvent[] = [
    ...others.map((event) => (event.kind === 'freeze' ? endedBy(event, targets) : event)),
    ...led.map(moveOf),
  ]
  const ramps = new Map<PriceTarget, Ramp>()
  own.forEach((target, index) => {
    const next = own[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY
    if (next === target.startSeconds) return
    const { startSeconds, endSeconds, quanta } = target
    const undisturbed = sourceOf(asset).span(TICK_LEVEL, endSeconds, 1)
    const price = undisturbed.rows[undisturbed.start + OPEN] * createEventPath(settled).factorAt(endSeconds)
    const ramp = cutAt(next, { startSeconds, endSeconds, from: 1, to: factorTo(quanta, price) })
    ramps.set(target, ramp)
    settled.push(moveOf(ramp))
  })
  return { events: settled, rampOf: (target) => ramps.get(target) }
}

const moveOf = (ramp: Ramp): PriceEvent => ({ kind: 'move', ramps: [ramp] })

/** A price that other events have brought to nothing, or beyond all bounds, is led nowhere. */
function factorTo(quanta: number, price: number): number {
  const factor = quanta / price
  return price > 0 && Number.isFinite(factor) && factor > 0 ? factor : 1
}

/** A ramp that stays where it is from a second on. */
function cutAt(second: number, ramp: Ramp): Ramp {
  const { startSeconds, endSeconds, from, to } = ramp
  if (second >= endSeconds) return ramp
  const reached = from + ((to - from) * (second - startSeconds)) / (endSeconds - startSeconds)
  return { startSeconds, endSeconds: second, from, to: reached }
}

/** A price that begins within a freeze ends it: it could not be reached otherwise. */
function endedBy(freeze: Freeze & { readonly kind: 'freeze' }, targets: readonly PriceTarget[]): PriceEvent {
  const { startSeconds, endSeconds } = freeze
  const first = targets.find(
    (target) => target.startSeconds > startSeconds && target.startSeconds < endSeconds,
  )
  return first === undefined ? freeze : { ...freeze, endSeconds: first.startSeconds }
}
