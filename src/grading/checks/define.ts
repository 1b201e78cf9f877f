/**
 * What a check is: one small file that says what it asks of a client, where its bounds come from, what must have happened
 * for it to be judged, and what to say of each outcome. It looks at the time line and nothing else.
 */
import type { Timeline } from '../timeline.js'
import type { Bounds } from './bounds.js'
import type { Level, Unit, Verdict } from './verdicts.js'

/** What was measured, and by which requests. */
export interface Finding {
  /** In the check's unit; Infinity for what never came. */
  readonly measured: number
  /** Journal numbers. */
  readonly evidence: readonly number[]
  /** 95 % confidence interval of `measured`: a bound within it is not exceeded. */
  readonly interval?: Interval
  /** Passes whatever was measured. */
  readonly isHarmless?: boolean
  /** Replaces every verdict but `fail`. */
  readonly unlessFailed?: Unjudged | undefined
}

export type Interval = readonly [low: number, high: number]

/** Why there is nothing to judge. */
export type Silence = Exclude<Verdict, 'pass' | 'warn' | 'fail'>

/** A silence with its own reason. */
export interface Unjudged {
  readonly silence: Silence
  readonly because: string
  readonly evidence: readonly number[]
}

export interface Check<Found extends Finding = Finding> {
  readonly id: string
  /** What it asks, for a table. */
  readonly asks: string
  readonly level: Level
  readonly weight: number
  readonly unit: Unit
  /** Good up to this; where it is above `fails`, good from this on. */
  readonly good: number
  /** Fails beyond this, or at it where `failsAt` is set. */
  readonly fails: number
  readonly failsAt?: true
  /** Where the bounds come from. */
  readonly source?: string
  /** What must have happened for it to be judged. */
  readonly needs: string
  look(timeline: Timeline, bounds: Bounds): Found | Silence | Unjudged
  /** What to say: a sentence for each verdict that it can come to. */
  readonly says: {
    pass(found: Found): string
    /** That of `fail` where it is left out. */
    warn?(found: Found): string
    fail(found: Found): string
  } & Readonly<Partial<Record<Silence, string>>>
}

/** Declares a check. Its id and unit stay known by their names: the schema of a scenario's `expect` is made of them. */
export function defineCheck<Found extends Finding, const Id extends string, const Of extends Unit>(
  check: Check<Found> & { readonly id: Id; readonly unit: Of },
) {
  return check as unknown as Check & { readonly id: Id; readonly unit: Of }
}

/** So many requests are named that show a thing. */
export const MAX_EVIDENCE = 20

/** 1 and 0, for what is so or not. */
export const YES_NO = { unit: 'yes/no', good: 1, fails: 0, failsAt: true } as const

/** Ms as a person says it: `340 ms`, `12.3 s`, `2.5 min`. */
export function timeInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

export function share(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}
