/** Comparison of measurements with bounds, the same in process and in real time. */
import type { Unit, Verdict } from './verdicts.js'

export interface Bounds {
  readonly good: number
  readonly fails: number
}

/** Timers fire late and clocks are read at different moments: a duration meets its bound within 50 ms + 2 %. */
const TOLERANCE_MS = 50
const TOLERANCE_SHARE = 0.02

/** Whether a duration exceeds a bound by more than the tolerance. */
export function isBeyond(ms: number, boundMs: number): boolean {
  return ms > toleratedMs(boundMs)
}

/** Longest duration that still meets a bound. */
export function toleratedMs(boundMs: number): number {
  return boundMs * (1 + TOLERANCE_SHARE) + TOLERANCE_MS
}

interface Scale extends Bounds {
  readonly unit: Unit
  readonly failsAt?: true
}

/** More is better if a check's own `good` is above its `fails`. */
export function verdictOf(
  measured: number,
  { good, fails }: Bounds,
  { failsAt, ...scale }: Scale,
): Extract<Verdict, 'pass' | 'warn' | 'fail'> {
  if (scale.unit === 'ms')
    return isBeyond(measured, fails) ? 'fail' : isBeyond(measured, good) ? 'warn' : 'pass'
  const sign = scale.good > scale.fails ? -1 : 1
  const [seen, goodAt, failsFrom] = [measured * sign, good * sign, fails * sign]
  if (seen <= goodAt) return 'pass'
  return seen > failsFrom || (failsAt && seen === failsFrom) ? 'fail' : 'warn'
}

/** A wait, over or cut short by the end of the rehearsal. */
export interface Wait {
  readonly tookMs: number
  readonly isOver: boolean
}

/** The wait that decides a check. Undecided: one was cut short beyond `good`, but not beyond `fails`. */
export function decisiveWait<Waited extends Wait>(
  waits: readonly Waited[],
  { good, fails }: Bounds,
): { readonly wait: Waited; readonly isDecided: boolean } {
  const longest = (some: readonly Waited[]) => some.reduce((a, b) => (b.tookMs > a.tookMs ? b : a))
  const failed = waits.filter(({ tookMs }) => isBeyond(tookMs, fails))
  if (failed.length > 0) return { wait: longest(failed), isDecided: true }
  const open = waits.filter(({ isOver }) => !isOver)
  const late = open.filter(({ tookMs }) => isBeyond(tookMs, good))
  const over = waits.filter(({ isOver }) => isOver)
  if (late.length === 0 && over.length > 0) return { wait: longest(over), isDecided: true }
  return { wait: longest(late.length > 0 ? late : open), isDecided: false }
}
