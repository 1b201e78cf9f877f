/** Target prices as moves: each is the factor from the price otherwise expected to the target. */
import { getOrCreate } from '../../kit/maps.js'
import {
  type AssetEvent,
  createEventPath,
  type Freeze,
  type PriceEvent,
  type PriceTarget,
  type Ramp,
} from './event-path.js'
import { TICK_LEVEL } from './periods.js'
import type { PriceSource } from './prices.js'
import { OPEN } from './span.js'

/** Returns the events of each asset with its targets converted to moves. */
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

type Reached = ReturnType<typeof reachedBy>

/** Each target sees all other events and the targets that began before; the next one replaces it. */
function reachedBy(
  asset: string,
  events: readonly AssetEvent[],
  sourceOf: (asset: string) => PriceSource,
  rampOfLeader: (target: PriceTarget) => Ramp | undefined,
) {
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
  return {
    events: settled,
    /** Ramp of a target of this asset; undefined if another replaced it at once. */
    rampOf: (target: PriceTarget) => ramps.get(target),
  }
}

const moveOf = (ramp: Ramp): PriceEvent => ({ kind: 'move', ramps: [ramp] })

/** A price that other events brought to zero or infinity is not moved. */
function factorTo(quanta: number, price: number): number {
  const factor = quanta / price
  return price > 0 && Number.isFinite(factor) && factor > 0 ? factor : 1
}

function cutAt(second: number, ramp: Ramp): Ramp {
  const { startSeconds, endSeconds, from, to } = ramp
  if (second >= endSeconds) return ramp
  const reached = from + ((to - from) * (second - startSeconds)) / (endSeconds - startSeconds)
  return { startSeconds, endSeconds: second, from, to: reached }
}

/** Ends a freeze at the first target that begins within it, which could not be reached otherwise. */
function endedBy(freeze: Freeze & { readonly kind: 'freeze' }, targets: readonly PriceTarget[]): PriceEvent {
  const { startSeconds, endSeconds } = freeze
  const first = targets.find(
    (target) => target.startSeconds > startSeconds && target.startSeconds < endSeconds,
  )
  return first === undefined ? freeze : { ...freeze, endSeconds: first.startSeconds }
}
