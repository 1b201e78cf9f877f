/**
 * What events do to one asset, as functions of time. During second `s` its price is
 *
 *   undisturbed price of second t  x  factor of t,   where t = the start of the freeze in which s lies, else s
 */

/** The factor goes from `from` to `to` in a straight line between two seconds; before the first ramp it is 1. */
export interface Ramp {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly from: number
  readonly to: number
}

/** One event on one asset: ramps one after the other, or a stretch in which no tick differs from its first. */
export type PriceEvent =
  | { readonly kind: 'move'; readonly ramps: readonly Ramp[] }
  | ({ readonly kind: 'freeze' } & Freeze)

export interface Freeze {
  readonly startSeconds: number
  /** The first second that is free again. */
  readonly endSeconds: number
}

export interface EventPath {
  /** Whether anything changes within the seconds `first` … `last`: a ramp or a freeze is under way, begins or ends. */
  changesIn(first: number, last: number): boolean
  factorAt(second: number): number
  /** The least and the greatest factor of the seconds `first` … `last`; equal where it does not change. */
  factorsOver(first: number, last: number): { least: number; most: number }
  /** The freezes that reach into the seconds `first` … `last`, in order. No two overlap. */
  freezesIn(first: number, last: number): readonly Freeze[]
}

export function createEventPath(events: readonly PriceEvent[]): EventPath {
  const moves = events.flatMap((event) => (event.kind === 'move' ? [event.ramps] : []))
  const freezes = joined(events.flatMap((event) => (event.kind === 'freeze' ? [event] : [])))
  const stretches = [...moves.flat(), ...freezes]
  return {
    changesIn: (first, last) =>
      stretches.some(({ startSeconds, endSeconds }) => startSeconds <= last && endSeconds > first),
    factorAt(second) {
      let factor = 1
      for (const ramps of moves) factor *= factorOf(ramps, second)
      return factor
    },
    factorsOver(first, last) {
      let least = 1
      let most = 1
      for (const ramps of moves) {
        const factors = turningPoints(ramps, first, last).map((second) => factorOf(ramps, second))
        least *= Math.min(...factors)
        most *= Math.max(...factors)
      }
      return { least, most }
    },
    freezesIn: (first, last) =>
      freezes.filter(({ startSeconds, endSeconds }) => startSeconds <= last && endSeconds > first),
  }
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

/** Seconds between any two of which, one after the other, the factor only rises or only falls. It may jump at an edge. */
function turningPoints(ramps: readonly Ramp[], first: number, last: number): number[] {
  const edges = ramps.flatMap(({ startSeconds, endSeconds }) =>
    [startSeconds, endSeconds].flatMap((edge) => [edge - 1, edge]),
  )
  return [first, ...edges.filter((second) => second > first && second < last), last]
}

/** Freezes in order; one that begins inside another prolongs it, as there is nothing new to freeze. */
function joined(freezes: readonly Freeze[]): Freeze[] {
  const result: Freeze[] = []
  for (const freeze of freezes.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    if (freeze.endSeconds <= freeze.startSeconds) continue
    const before = result.at(-1)
    if (before === undefined || freeze.startSeconds >= before.endSeconds) result.push(freeze)
    else
      result[result.length - 1] = {
        startSeconds: before.startSeconds,
        endSeconds: Math.max(before.endSeconds, freeze.endSeconds),
      }
  }
  return result
}
