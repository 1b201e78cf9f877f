/** Levels, verdicts and units of checks. */

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

export type Unit =
  | 'ms'
  | 'requests'
  | 'observations'
  | 'attempts'
  | 'ratio'
  | 'changes/min'
  | 'slope'
  | 'yes/no'
