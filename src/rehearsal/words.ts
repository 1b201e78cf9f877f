/** Values of a report as text. */
import { pluralize } from '../core/pluralize.js'
import { timeInWords } from '../grading/checks/define.js'
import type { CheckReport, HerdReport, ScenarioReport, Unit, Verdict } from './report.js'

/** `2.0 s`, `3 requests`, `0.45`, `2/min`, `yes`. */
export function valueInWords(value: number | null, unit: Unit): string {
  if (value === null) return 'never'
  switch (unit) {
    case 'ms':
      return timeInWords(value)
    case 'yes/no':
      return value === 1 ? 'yes' : 'no'
    case 'ratio':
    case 'slope':
      return String(rounded(value))
    case 'changes/min':
      return `${rounded(value)}/min`
    default:
      return `${rounded(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`
  }
}

/** `score 61`; `no score` for what was not exercised or cut short. */
export function scoreInWords(score: number | null): string {
  return score === null ? 'no score' : `score ${score}`
}

/** `5 of 185 prices appear in no reply`; undefined where all do. */
export function unmatchedInWords({ observations }: ScenarioReport): string | undefined {
  const { reported = 0, unmatched = 0 } = observations ?? {}
  if (unmatched === 0) return undefined
  return `${unmatched} of ${pluralize(reported, 'price')} ${unmatched === 1 ? 'appears' : 'appear'} in no reply`
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Units for which the bound itself fails. */
const FAIL_AT_BOUND: readonly Unit[] = ['requests', 'observations']

/** `good up to 2.0 s, fails beyond 10.0 s`. */
export function boundsInWords({ good, fails, unit }: Pick<CheckReport, 'good' | 'fails' | 'unit'>): string {
  if (unit === 'yes/no') return 'good: yes'
  const [goodWords, failsWords] = [valueInWords(good, unit), valueInWords(fails, unit)]
  return good > fails
    ? `good from ${goodWords}, fails below ${failsWords}`
    : `good up to ${goodWords}, fails ${FAIL_AT_BOUND.includes(unit) ? 'from' : 'beyond'} ${failsWords}`
}

export function herdInWords({
  copies,
  peak,
  copiesAtPeak,
  mean,
  peakOverMean,
  peakFromMs,
}: HerdReport): string {
  if (mean === null || peakOverMean === null) return `${copies} copies, of which none failed`
  return `after failures ${pluralize(peak, 'request')} of ${copiesAtPeak} of ${copies} copies came back within 100 ms, ${timeInWords(peakFromMs ?? 0)} after the beginning: ${Math.round(peakOverMean * 10) / 10} times the mean of ${mean}`
}

export function isToBlame({ level, verdict }: CheckReport, scenario: ScenarioReport): boolean {
  if (verdict !== 'fail') return false
  if (level === 'MUST') return true
  const hasFailedMust = scenario.checks.some((check) => check.level === 'MUST' && check.verdict === 'fail')
  return level === 'SHOULD' && scenario.verdict === 'fail' && !hasFailedMust
}

/** `12.3 s; good up to 2.0 s, fails beyond 10.0 s; #41 #57`. */
export function detailsInWords(check: CheckReport, maxEvidence?: number): string {
  const evidence = evidenceInWords(check, maxEvidence)
  return `${valueInWords(check.measured, check.unit)}; ${boundsInWords(check)}${evidence && `; ${evidence}`}`
}

export function idsWith(checks: readonly CheckReport[], wanted: Verdict): string[] {
  return checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
}

/** `#41 #57 #58 …`; empty without evidence. */
export function evidenceInWords({ evidence }: Pick<CheckReport, 'evidence'>, most = evidence.length): string {
  const shown = evidence.slice(0, most).map((n) => `#${n}`)
  return `${shown.join(' ')}${evidence.length > most ? ' …' : ''}`
}
