/** The report of a rehearsal, version 1, from which all formats are produced. */
import type { Level, Unit, Verdict } from '../grading/checks/verdicts.js'
import type { PhaseName } from '../grading/timeline.js'

export type { Level, Unit, Verdict }

export interface Report extends Allowances {
  readonly version: 1
  /** Version of gmx-sim. */
  readonly gmxSim: string
  readonly seed: string
  /** The condition that decides the verdicts. */
  readonly failOn: FailOn | 'worse'
  readonly verdict: RunVerdict
  /** Integer from 0 to 100: the mean of the scenarios with a score; at most 49 if a MUST failed. Null if none has one. */
  readonly score: number | null
  readonly scenarios: readonly ScenarioReport[]
  /** The earlier report of `--baseline`. */
  readonly baseline?: BaselineReport
}

/** Scenarios that leave the verdict of the run as it is. */
export interface Allowances {
  readonly allowUnexercised?: boolean
  readonly allowUnproven?: boolean
}

export function isAllowed(verdict: RunVerdict, { allowUnexercised, allowUnproven }: Allowances): boolean {
  return verdict === 'not exercised'
    ? allowUnexercised === true
    : verdict === 'not proven' && allowUnproven === true
}

/** A pass requires: no failed MUST, no failed MUST or SHOULD, or a minimum score. */
export type FailOn = 'must' | 'should' | number

/**
 *   pass           the condition of `--fail-on` holds
 *   fail           it does not
 *   not proven     no check that the scenario is about could be judged
 *   not exercised  no rule or market event struck anything that the client asked
 *   cut short      interrupted before it was over
 *
 * Only the first two have a score; all but `pass` exit with 5. A run has the worst outcome of its scenarios.
 */
export type RunVerdict = 'pass' | 'fail' | 'not proven' | 'not exercised' | 'cut short'

export interface ScenarioReport {
  readonly name: string
  readonly verdict: RunVerdict
  /** Null unless it passed or failed. */
  readonly score: number | null
  readonly phases: readonly PhaseReport[]
  readonly program: ProgramReport
  /** All checks in the order of the table, also those not exercised, without those the scenario turns off. */
  readonly checks: readonly CheckReport[]
  /** How far copies keep in step; absent for a single copy. */
  readonly herd?: HerdReport
  /** Requests to paths that are no endpoint; absent without any. */
  readonly unknownPaths?: readonly UnknownPath[]
  /** Prices that the client reported; absent without any. */
  readonly observations?: ObservationsReport
  /** Requests over time, to draw this run beside a later one; absent without any. */
  readonly lanes?: LanesReport
  /** Policies and health probes, such as `arbitrum tickers: asks all three bases at once`; absent without any. */
  readonly traffic?: readonly string[]
  /** Why it was not proven, not exercised, cut short, or could not be judged: `no requests received`. */
  readonly problem?: string
  /** Option that decides every check that the end of the run cut short: `--cool-down 308s`; absent without such a check. */
  readonly remedy?: string
  /** Absent without a baseline, or if that lacks the scenario. */
  readonly baseline?: ScenarioBaseline
}

/** A string per base, or per base and endpoint: a sign per slot, `.` good, `~` wrong data, `x` error status, `X` broken, `?` no answer. */
export interface LanesReport {
  readonly slotMs: number
  readonly lanes: readonly { readonly name: string; readonly signs: string }[]
}

/** Compared with an earlier report. */
export type VerdictChange = 'better' | 'worse' | 'equal'

export interface BaselineReport {
  readonly gmxSim: string
  readonly seed: string
  readonly verdict: RunVerdict
  readonly score: number | null
  /** Number of checks by change. */
  readonly better: number
  readonly worse: number
  readonly equal: number
  /** Number of `equal` checks that one of the reports does not judge. */
  readonly notJudged: number
  /** Scenarios of the baseline that were not rehearsed this time. */
  readonly missing: readonly string[]
}

/** The same scenario in the baseline. */
export interface ScenarioBaseline {
  /** Conditions that differ, so that the reports are not comparable in this respect: `incident 60.0 s -> 20.0 s`; absent without any. */
  readonly differs?: readonly string[]
  readonly change: VerdictChange
  readonly verdict: RunVerdict
  readonly score: number | null
  /** Its requests, and when its incident began. */
  readonly lanes?: LanesReport
  readonly incidentMs?: number
}

/** The same check in the baseline. */
export interface CheckBaseline {
  readonly change: VerdictChange
  readonly verdict: Verdict
  readonly measured: number | null
}

export interface PhaseReport {
  readonly name: PhaseName
  readonly fromMs: number
  readonly toMs: number
}

/** The copy that ended first on its own, else the first. */
export interface ProgramReport {
  /** Null if it was still running. */
  readonly exitCode: number | null
  /** File with its output; null without one. */
  readonly log: string | null
  /** Last ten lines of its output, if it died: a non-zero exit code, a signal, or an exception in process. */
  readonly lastLines?: readonly string[]
}

export interface UnknownPath {
  /** Without a query: `/arbitrum/price/tickers`. */
  readonly path: string
  readonly count: number
}

export interface ObservationsReport {
  readonly reported: number
  /** Prices that appear in no reply. */
  readonly unmatched: number
}

/** How copies retried after failures. Without a verdict: `jitters` judges the cause. */
export interface HerdReport {
  readonly copies: number
  /** Requests after a failed one of the same query and copy. */
  readonly returns: number
  /** Most of them in any 100 ms. */
  readonly peak: number
  /** Number of copies in the peak. */
  readonly copiesAtPeak: number
  /** Per 100 ms, from the first to the last; null without any. */
  readonly mean: number | null
  readonly peakOverMean: number | null
  /** Begin of the peak. */
  readonly peakFromMs: number | null
  /** Journal numbers of the peak, at most 20. */
  readonly evidence: readonly number[]
}

export interface CheckReport {
  readonly id: string
  readonly level: Level
  readonly weight: number
  readonly verdict: Verdict
  /** In `unit`; 1 or 0 for yes or no; null if not measured, or if it never happened (see `because`). */
  readonly measured: number | null
  readonly unit: Unit
  /** Bounds of pass and fail; `good` is above `fails` if more is better. */
  readonly good: number
  readonly fails: number
  /** One sentence with the observation. */
  readonly because: string
  /** Journal numbers of the requests concerned, at most 20. */
  readonly evidence: readonly number[]
  /** Absent without a baseline, or if that lacks the check. */
  readonly baseline?: CheckBaseline
}
