/**
 * Checks. Each is one small file: its question to a client, the source of its bounds, its precondition, and a sentence per outcome. It
 * reads the timeline only.
 */
import type { Interval } from '../intervals.js'
import { REMEDIES, type RemedyId } from '../remedies.js'
import type { Fate, Timeline, TimelineRequest } from '../timeline.js'
import { isBeyond } from '../tolerance.js'

export type Level = 'MUST' | 'SHOULD' | 'INFO'

/**
 *   pass             within the good bound
 *   warn             between the bounds
 *   fail             beyond the failure bound
 *   inconclusive     too few samples
 *   not exercised    its fault never occurred
 *   not observable   the client did not report what it acted on
 */
export type Verdict = 'pass' | 'warn' | 'fail' | 'inconclusive' | 'not exercised' | 'not observable'

export type Unit = 'ms' | 'requests' | 'observations' | 'ratio' | 'returns' | 'yes/no'

/** Verdicts of checks that were judged. */
export const JUDGED: readonly string[] = ['pass', 'warn', 'fail'] satisfies readonly Verdict[]

/** A pass requires: no failed MUST, no failed MUST or SHOULD, or a minimum score. */
export type FailOn = 'must' | 'should' | number

/**
 *   pass           the condition of `--fail-on` holds
 *   fail           it does not
 *   not proven     a MUST that the scenario is about could not be judged
 *   not exercised  no rule or market event struck anything that the client asked
 *   cut short      interrupted before it was over
 *
 * Only the first two have a score; all but `pass` exit with 5. A run has the worst outcome of its scenarios.
 */
export type RunVerdict = 'pass' | 'fail' | 'not proven' | 'not exercised' | 'cut short'

export interface CheckGrade extends Bounds {
  readonly id: string
  readonly level: Level
  readonly weight: number
  readonly verdict: Verdict
  /** In `unit`; 1 or 0 for yes or no; null if not measured, or if it never happened (see `because`). */
  readonly measured: number | null
  readonly unit: Unit
  /** One sentence with the observation. */
  readonly because: string
  /** Journal numbers of the requests concerned, at most 20. */
  readonly evidence: readonly number[]
  /** The change of the client that a warning or failure leads to. */
  readonly remedy?: RemedyId
}

/** Of pass and fail; `good` is above `fails` if more is better. */
export interface Bounds {
  readonly good: number
  readonly fails: number
}

/** Bounds that a scenario states for a check, or whether it counts. Durations in ms. */
export type Expected = 'on' | 'off' | { readonly [Bound in keyof Bounds]?: number | undefined }

/** The requests concerned, those that exist. */
export type Evidence = readonly (TimelineRequest | undefined)[]

/** A measurement, with its evidence. */
export interface Finding {
  /** In the check's unit; Infinity for events that never happened. */
  readonly measured: number
  readonly evidence: Evidence
  /** 95 % confidence interval of `measured`: a bound within it is not exceeded. */
  readonly interval?: Interval
  /** Replaces the usual remedy of the check where a pattern is recognised. */
  readonly remedy?: RemedyId
  /** Decided by the cause, whatever was measured. */
  readonly verdict?: 'pass' | 'warn' | 'fail' | undefined
  /** Level of a failure that is graver than the check's, which counts twice. */
  readonly level?: Level | undefined
  /** Replaces every verdict but `fail`. */
  readonly unlessFailed?: Unjudged | undefined
}

/** A remedy, and its sentence for this client. */
export interface Advice {
  readonly remedy: RemedyId
  readonly advice: string
}

/** A remedy in the words of reports, or in its own for this client. */
export function advise(remedy: RemedyId, advice: string = REMEDIES[remedy].sentence): Advice {
  return { remedy, advice }
}

/** Why there is nothing to judge. */
export type Silence = Exclude<Verdict, 'pass' | 'warn' | 'fail'>

/** A silence with its own reason. */
export interface Unjudged {
  readonly silence: Silence
  readonly because: string
  readonly evidence: Evidence
  /** The option that would decide it, in seconds. */
  readonly needs?: Needed
}

export interface Needed {
  readonly option: '--warm-up' | '--incident' | '--cool-down'
  readonly seconds: number
}

export interface Check<Found extends Finding = Finding> extends Bounds {
  readonly id: string
  /** Its question, for tables. */
  readonly asks: string
  readonly level: Level
  readonly weight: number
  readonly unit: Unit
  /** Fails at its bound, not only beyond. */
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
    /** Also of a warning. */
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

/** More is better if a check's own `good` is above its `fails`. */
export function verdictOf(
  measured: number,
  { good, fails }: Bounds,
  { failsAt, ...scale }: Pick<Check, 'unit' | 'good' | 'fails' | 'failsAt'>,
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
  const [over, open] = [waits.filter(({ isOver }) => isOver), waits.filter(({ isOver }) => !isOver)]
  const late = open.filter(({ tookMs }) => isBeyond(tookMs, good))
  const isDecided = late.length === 0 && over.length > 0
  return { wait: longest(isDecided ? over : late.length > 0 ? late : open), isDecided }
}

/** Limit of requests named as evidence. */
export const MAX_EVIDENCE = 20

/** 1 and 0 for yes and no. */
export const YES_NO = { unit: 'yes/no', good: 1, fails: 0, failsAt: true } as const

/** To two decimals. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

export function shareInWords(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}
