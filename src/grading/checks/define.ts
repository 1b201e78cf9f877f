/**
 * Checks. Each is one small file: its question to a client, the source of its bounds, its precondition, and a sentence per outcome. It
 * reads the timeline only.
 */
import type { Fate, Timeline } from '../timeline.js'
import type { Bounds } from './bounds.js'
import type { Level, Unit, Verdict } from './verdicts.js'

/** A measurement, with its evidence. */
export interface Finding {
  /** In the check's unit; Infinity for events that never happened. */
  readonly measured: number
  /** Journal numbers. */
  readonly evidence: readonly number[]
  /** 95 % confidence interval of `measured`: a bound within it is not exceeded. */
  readonly interval?: Interval
  /** Passes regardless of `measured`. */
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
  /** The `--cool-down` that would decide it. */
  readonly coolDownS?: number
}

export interface Check<Found extends Finding = Finding> {
  readonly id: string
  /** Its question, for tables. */
  readonly asks: string
  readonly level: Level
  readonly weight: number
  readonly unit: Unit
  /** Good up to this bound; from it on if above `fails`. */
  readonly good: number
  /** Fails beyond this bound, or at it with `failsAt`. */
  readonly fails: number
  readonly failsAt?: true
  /** Source of the bounds. */
  readonly source?: string
  /** Precondition for judging. */
  readonly needs: string
  /** Whether a scenario that strikes a client so is about this check. */
  readonly about?: (struck: Struck) => boolean
  look(timeline: Timeline, bounds: Bounds): Found | Silence | Unjudged
  /** Sentences by verdict. */
  readonly says: {
    pass(found: Found): string
    /** Defaults to the sentence of `fail`. */
    warn?(found: Found): string
    fail(found: Found): string
  } & Readonly<Partial<Record<Silence, string>>>
}

/** Outcome of a rule for a request, or for a base in use whose connections carry none. */
export interface Struck extends Pick<Fate, 'met' | 'flaw' | 'status' | 'outcome' | 'retryAfterMs'> {
  readonly certificate?: string
}

/** Declares a check. Keeps id and unit as literal types: the schema of a scenario's `expect` derives from them. */
export function defineCheck<Found extends Finding, const Id extends string, const Of extends Unit>(
  check: Check<Found> & { readonly id: Id; readonly unit: Of },
) {
  return check as unknown as Check & { readonly id: Id; readonly unit: Of }
}

/** Limit of requests named as evidence. */
export const MAX_EVIDENCE = 20

/** 1 and 0 for yes and no. */
export const YES_NO = { unit: 'yes/no', good: 1, fails: 0, failsAt: true } as const

/** A duration as text: `340 ms`, `12.3 s`, `2.5 min`. */
export function timeInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`
}

export function shareInWords(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}
