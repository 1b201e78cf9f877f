/** The report of a rehearsal, version 1, from which all formats are produced. */
import type { CheckGrade, FailOn, Level, RunVerdict, Unit, Verdict } from '../grading/checks/define.js'
import type { Phase } from '../grading/timeline.js'

export type { FailOn, Level, RunVerdict, Unit, Verdict }

export interface Report extends Allowances {
  readonly version: 1
  /** Version of gmx-sim. */
  readonly gmxSim: string
  readonly seed: string
  /** The condition that decides the verdicts. */
  readonly failOn: FailOn | 'worse'
  readonly verdict: RunVerdict
  /** Integer from 0 to 100: the mean of the scenarios with a score. Null unless the run passed or failed. */
  readonly score: number | null
  readonly scenarios: readonly ScenarioReport[]
  /** Scenarios left out, as the client never asked their target in the warm-up: `candles (candles-down, bad-request)`. Absent without any. */
  readonly notAsked?: readonly string[]
  /** The earlier report of `--baseline`. */
  readonly baseline?: {
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
    /** Scenarios of both that one of the reports cuts short. */
    readonly notCompared: readonly string[]
  }
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

export interface ScenarioReport {
  readonly name: string
  readonly verdict: RunVerdict
  /** Null unless it passed or failed. */
  readonly score: number | null
  readonly phases: readonly Phase[]
  /** The copy that ended first on its own, else the first. */
  readonly program: {
    /** Null if it was still running. */
    readonly exitCode: number | null
    /** File with its output; null without one. */
    readonly log: string | null
    /** Last forty lines of its output, if it died: a non-zero exit code, a signal, or an exception in process. */
    readonly lastLines?: readonly string[]
  }
  /** All checks in the order of the table, also those not exercised, without those the scenario turns off. */
  readonly checks: readonly CheckReport[]
  /** How far copies keep in step; absent for a single copy. */
  readonly herd?: HerdReport
  /** Requests to paths that are no endpoint, without a query: `/arbitrum/price/tickers`; absent without any. */
  readonly unknownPaths?: readonly { readonly path: string; readonly count: number }[]
  /** Prices that the client reported, and those of them that appear in no reply; absent without any. */
  readonly observations?: { readonly reported: number; readonly unmatched: number }
  /** Bases that were asked, by network; absent without any. */
  readonly bases?: Readonly<Record<string, readonly string[]>>
  /** Policies and health probes, such as `arbitrum tickers: asks all three bases at once`; absent without any. */
  readonly traffic?: readonly string[]
  /** Why it was not proven, not exercised, cut short, or could not be judged: `no requests received`. */
  readonly problem?: string
  /** Option that decides every check that the end of the run cut short: `--cool-down 308s`; absent without such a check. */
  readonly remedy?: string
  /** The same scenario in the baseline; absent without one, or if that lacks the scenario. */
  readonly baseline?: {
    /** Conditions that differ, so that the reports are not comparable in this respect: `incident 1 min -> 20 s`; absent without any. */
    readonly differs?: readonly string[]
    readonly change: VerdictChange
    readonly verdict: RunVerdict
    readonly score: number | null
  }
}

/** Compared with an earlier report. */
export type VerdictChange = 'better' | 'worse' | 'equal'

/** How copies retried after failures. Without a verdict. */
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

export interface CheckReport extends CheckGrade {
  /** The same check in the baseline; absent without one, or if that lacks the check. */
  readonly baseline?: {
    readonly change: VerdictChange
    readonly verdict: Verdict
    readonly measured: number | null
  }
}
