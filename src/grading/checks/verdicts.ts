/** Levels, verdicts and units of checks. */

export type Level = 'MUST' | 'SHOULD' | 'INFO'

/**
 *   pass             within the good bound
 *   warn             between the two bounds
 *   fail             beyond the bound of failure
 *   inconclusive     too few samples
 *   not exercised    the fault that it is about was never met
 *   not observable   the client did not say what it acted on
 */
export type Verdict = 'pass' | 'warn' | 'fail' | 'inconclusive' | 'not exercised' | 'not observable'

export type Unit =
  | 'ms'
  | 'requests'
  | 'observations'
  | 'attempts'
  | 'ratio'
  | 'changes/min'
  | 'slope'
  | 'yes/no'
