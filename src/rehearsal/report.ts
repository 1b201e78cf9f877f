/** The report of a rehearsal, version 1: what `--report json` writes, and what all other reports are drawn from. */
import type { Level, Unit, Verdict } from '../grading/checks/verdicts.js'
import type { PhaseName } from '../grading/timeline.js'

export type { Level, Unit, Verdict }

export interface Report {
  readonly version: 1
  /** The version of gmx-sim that made it. */
  readonly gmxSim: string
  readonly seed: string
  readonly verdict: RunVerdict
  /** 0 to 100, whole: the mean over the scenarios; at most 49 where a MUST failed. */
  readonly score: number
  readonly scenarios: readonly ScenarioReport[]
}

/** By one rule for the run, each scenario and the exit code: see `isGoodEnough`. */
export type RunVerdict = 'pass' | 'fail'

export interface ScenarioReport {
  readonly name: string
  readonly verdict: RunVerdict
  readonly score: number
  readonly phases: readonly PhaseReport[]
  readonly program: ProgramReport
  /** All checks, in the order of the table, also those that were not exercised. Those that the scenario put off are left out. */
  readonly checks: readonly CheckReport[]
  /** How far copies keep in step; left out where there is only one. */
  readonly herd?: HerdReport
  /** Why little or nothing could be judged: `no request came`. */
  readonly problem?: string
}

export interface PhaseReport {
  readonly name: PhaseName
  readonly fromMs: number
  readonly toMs: number
}

/** Of several copies, the first that ended by itself, or the first. */
export interface ProgramReport {
  /** Null where it ran to the end. */
  readonly exitCode: number | null
  /** The file with what it printed; null where there is none. */
  readonly log: string | null
}

/** How several copies came back after failures: no verdict of its own, `jitters` judges what makes them keep in step. */
export interface HerdReport {
  readonly copies: number
  /** Requests that were the next of their question and copy after one that had failed. */
  readonly returns: number
  /** The most of them in any 100 ms. */
  readonly peak: number
  /** How many copies those were from. */
  readonly copiesAtPeak: number
  /** Per 100 ms, from the first to the last of them; null where there was none. */
  readonly mean: number | null
  readonly peakOverMean: number | null
  /** When those 100 ms began. */
  readonly peakFromMs: number | null
  /** Journal numbers of the requests of the peak, at most 20. */
  readonly evidence: readonly number[]
}

export interface CheckReport {
  readonly id: string
  readonly level: Level
  readonly weight: number
  readonly verdict: Verdict
  /** In `unit`; 1 or 0 for yes or no; null where nothing was measured, or the thing never came (see `because`). */
  readonly measured: number | null
  readonly unit: Unit
  /** The bound up to which it is good, and the one beyond which it fails; `good` above `fails` where more is better. */
  readonly good: number
  readonly fails: number
  /** One sentence for a person: what was seen. */
  readonly because: string
  /** Journal numbers of the requests that show it, at most 20. */
  readonly evidence: readonly number[]
}
