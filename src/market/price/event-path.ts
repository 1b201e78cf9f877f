/**
 * Effect of events on one asset, as functions of time. During second `s` its price is
 *
 *   undisturbed price of second t  x  factor of t,   where t = the start of the freeze in which s lies, else s
 */
import { getOrCreate } from '../../kit/maps.js'
import { firstIndexOf } from '../../kit/numbers/lists.js'
import { TICK_LEVEL } from './periods.js'
import type { PriceSource } from './prices.js'
import { OPEN } from './span.js'

/** A linear change of the factor between two seconds; 1 before the first ramp. */
export interface Ramp {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly from: number
  readonly to: number
}

/** One event on one asset: consecutive ramps, or a period in which all ticks equal the first. */
export type PriceEvent =
  | { readonly kind: 'move'; readonly ramps: readonly Ramp[] }
  | ({ readonly kind: 'freeze' } & Freeze)

export interface Freeze {
  readonly startSeconds: number
  /** Exclusive. */
  readonly endSeconds: number
}

/** The price of `asset` reaches `quanta` and moves on from there; followers move by the same factor. */
export interface PriceTarget {
  readonly kind: 'price'
  readonly asset: string
  readonly startSeconds: number
  /** The second whose tick is the price, to the quantum. */
  readonly endSeconds: number
  readonly quanta: number
}

export type AssetEvent = PriceEvent | PriceTarget

/** Called for each of thousands of ticks: inactive events must cost next to nothing. */
export function createEventPath(events: readonly PriceEvent[]) {
  const moves = events.flatMap((event) =>
    event.kind === 'move' && event.ramps.length > 0 ? [event.ramps] : [],
  )
  const starts = Float64Array.from(moves, ([{ startSeconds }]) => startSeconds)
  const ends = Float64Array.from(moves, (ramps) => ramps[ramps.length - 1].endSeconds)
  const finals = Float64Array.from(moves, (ramps) => ramps[ramps.length - 1].to)
  // A freeze that begins inside another only prolongs it.
  const freezes = mergeFreezes(
    events
      .filter((event) => event.kind === 'freeze')
      .filter((freeze) => freeze.endSeconds > freeze.startSeconds),
  )
  const restless = mergeFreezes([...moves.flat(), ...freezes])
  return {
    changesIn: (first: number, last: number): boolean => reachingInto(restless, first, last).length > 0,
    factorAt(second: number): number {
      let factor = 1
      // Always in the order of events: products of doubles depend on it in their last bits.
      for (let i = 0; i < starts.length; i++) {
        if (second < starts[i]) continue
        factor *= second >= ends[i] ? finals[i] : factorOf(moves[i], second)
      }
      return factor
    },
    /** Range of the factor over the seconds `first` … `last`; equal bounds if it is constant. */
    factorsOver(first: number, last: number): { least: number; most: number } {
      let least = 1
      let most = 1
      for (let i = 0; i < starts.length; i++) {
        if (last < starts[i]) continue
        if (first >= ends[i]) {
          least *= finals[i]
          most *= finals[i]
          continue
        }
        const { least: low, most: high } = extremesOf(moves[i], first, last)
        least *= low
        most *= high
      }
      return { least, most }
    },
    freezesIn: (first: number, last: number): readonly Freeze[] => reachingInto(freezes, first, last),
  }
}

const NO_FREEZES: readonly Freeze[] = []

function reachingInto(stretches: readonly Freeze[], first: number, last: number): readonly Freeze[] {
  const from = firstIndexOf(stretches, ({ endSeconds }) => endSeconds > first)
  if (from === stretches.length || stretches[from].startSeconds > last) return NO_FREEZES
  let to = from + 1
  while (to < stretches.length && stretches[to].startSeconds <= last) to++
  return stretches.slice(from, to)
}

/** Sorts stretches and merges those that overlap. */
function mergeFreezes(stretches: readonly Freeze[]): Freeze[] {
  const result: Freeze[] = []
  for (const { startSeconds, endSeconds } of stretches.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const before = result.at(-1)
    if (before === undefined || startSeconds >= before.endSeconds) result.push({ startSeconds, endSeconds })
    else result[result.length - 1] = { ...before, endSeconds: Math.max(before.endSeconds, endSeconds) }
  }
  return result
}

function factorOf(ramps: readonly Ramp[], second: number): number {
  let factor = 1
  for (const { startSeconds, endSeconds, from, to } of ramps) {
    if (second < startSeconds) break
    factor =
      second >= endSeconds ? to : from + ((to - from) * (second - startSeconds)) / (endSeconds - startSeconds)
  }
  return factor
}

/** The factor is monotonic between edges and may jump at one: only seconds at edges matter. */
function extremesOf(ramps: readonly Ramp[], first: number, last: number): { least: number; most: number } {
  const [begin, end] = [factorOf(ramps, first), factorOf(ramps, last)]
  let least = Math.min(begin, end)
  let most = Math.max(begin, end)
  const take = (second: number): void => {
    if (second <= first || second >= last) return
    const factor = factorOf(ramps, second)
    least = Math.min(least, factor)
    most = Math.max(most, factor)
  }
  for (const { startSeconds, endSeconds } of ramps) {
    take(startSeconds - 1)
    take(startSeconds)
    take(endSeconds - 1)
    take(endSeconds)
  }
  return { least, most }
}

/** Returns the events of each asset with its target prices converted to moves, by the factor from the price otherwise expected. */
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
  return second >= ramp.endSeconds ? ramp : { ...ramp, endSeconds: second, to: factorOf([ramp], second) }
}

/** Ends a freeze at the first target that begins within it, which could not be reached otherwise. */
function endedBy(freeze: Freeze & { readonly kind: 'freeze' }, targets: readonly PriceTarget[]): PriceEvent {
  const { startSeconds, endSeconds } = freeze
  const first = targets.find(
    (target) => target.startSeconds > startSeconds && target.startSeconds < endSeconds,
  )
  return first === undefined ? freeze : { ...freeze, endSeconds: first.startSeconds }
}
