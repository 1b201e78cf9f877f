/** The path of events against its definition, told as plainly as can be. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createEventPath,
  type Freeze,
  type PriceEvent,
  type Ramp,
} from '../../../src/market/price/event-path.js'
import { samples } from '../../support/runs.js'

const anyRamps = fc
  .array(fc.tuple(fc.nat(30), fc.nat(30), fc.double({ min: 0.1, max: 3, noNaN: true })), { maxLength: 3 })
  .map((parts) => {
    const ramps: Ramp[] = []
    let [at, from] = [0, 1]
    for (const [pause, over, to] of parts) {
      const startSeconds = at + pause
      ramps.push({ startSeconds, endSeconds: startSeconds + over, from, to })
      at = startSeconds + over
      from = to
    }
    return ramps
  })
const anyEvent: fc.Arbitrary<PriceEvent> = fc.oneof(
  anyRamps.map((ramps) => ({ kind: 'move', ramps }) as const),
  fc
    .tuple(fc.nat(100), fc.nat(20))
    .map(([startSeconds, s]) => ({ kind: 'freeze', startSeconds, endSeconds: startSeconds + s }) as const),
)

const factorOf = (ramps: readonly Ramp[], second: number): number => {
  const ramp = ramps.findLast(({ startSeconds }) => startSeconds <= second)
  if (ramp === undefined) return 1
  const { startSeconds, endSeconds, from, to } = ramp
  return second >= endSeconds
    ? to
    : from + ((to - from) * (second - startSeconds)) / (endSeconds - startSeconds)
}

test('factors, changes and freezes are those of the definition, to the last bit', () => {
  const anyStretch = fc.tuple(fc.nat(120), fc.nat(40)).map(([first, more]) => [first, first + more] as const)
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 8 }), anyStretch, (events, [first, last]) => {
      const path = createEventPath(events)
      const moves = events.flatMap((event) => (event.kind === 'move' ? [event.ramps] : []))
      const factorAt = (second: number) =>
        moves.reduce((factor, ramps) => factor * factorOf(ramps, second), 1)
      const seconds = Array.from({ length: last - first + 1 }, (_, n) => first + n)
      expect(seconds.map((second) => path.factorAt(second))).toEqual(seconds.map(factorAt))
      const extremes = (pick: (...numbers: number[]) => number) =>
        moves.reduce((all, ramps) => all * pick(...seconds.map((second) => factorOf(ramps, second))), 1)
      expect(path.factorsOver(first, last)).toEqual({ least: extremes(Math.min), most: extremes(Math.max) })
      // A freeze of no length is none.
      const restless = events.flatMap((event): readonly Freeze[] =>
        event.kind === 'move' ? event.ramps : event.endSeconds > event.startSeconds ? [event] : [],
      )
      expect(path.changesIn(first, last)).toBe(
        restless.some(({ startSeconds, endSeconds }) => startSeconds <= last && endSeconds > first),
      )
      const all = path.freezesIn(0, 1000)
      expect(path.freezesIn(first, last)).toEqual(
        all.filter(({ startSeconds, endSeconds }) => startSeconds <= last && endSeconds > first),
      )
      for (const [index, { startSeconds }] of all.entries())
        if (index > 0) expect(startSeconds).toBeGreaterThanOrEqual(all[index - 1].endSeconds)
    }),
    { numRuns: samples(500) },
  )
})
