/** Values of a report as text. */

import { JUDGED, rounded } from '../grading/checks/define.js'
import { CHECKS } from '../grading/checks/index.js'
import { durationInWords } from '../kit/text/duration.js'
import { pluralize } from '../kit/text/words.js'
import {
  type Allowances,
  type CheckReport,
  isAllowed,
  type Report,
  type RunVerdict,
  type ScenarioReport,
  type Unit,
  type Verdict,
} from './report.js'

/** `2 s`, `3 requests`, `0.45`, `yes`. */
export function valueInWords(value: number | null, unit: Unit): string {
  if (value === null) return 'no answer'
  switch (unit) {
    case 'ms':
      return durationInWords(value)
    case 'yes/no':
      return value === 1 ? 'yes' : 'no'
    case 'ratio':
      return String(rounded(value))
    default:
      return `${rounded(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`
  }
}

/** `score 61`, `no score`. */
export function scoreInWords(score: number | null): string {
  return score === null ? 'no score' : `score ${score}`
}

/** `pass, 3 to improve`: a pass with open checks is amber, not green. */
export function verdictInWords(verdict: RunVerdict, open: number): string {
  return verdict === 'pass' && open > 0 ? `pass, ${open} to improve` : verdict
}

/** `pass, 1 to improve, score 92`; `not proven`, which has no score. */
export function scenarioOutcome({ verdict, score, checks }: ScenarioReport): string {
  const outcome = verdictInWords(verdict, checks.filter(isOpen).length)
  return score === null ? outcome : `${outcome}, ${scoreInWords(score)}`
}

/** Whether a check asks for a change of the client. */
export function isOpen({ verdict, level }: CheckReport): boolean {
  return level !== 'INFO' && (verdict === 'fail' || verdict === 'warn')
}

/** `5 of 185 prices appear in no reply`; undefined if all do. */
export function unmatchedInWords({ observations }: ScenarioReport): string | undefined {
  const { reported = 0, unmatched = 0 } = observations ?? {}
  if (unmatched === 0) return undefined
  return `${unmatched} of ${pluralize(reported, 'price')} ${unmatched === 1 ? 'appears' : 'appear'} in no reply`
}

/** Checks that fail at their bound, not only beyond. */
const FAILS_AT_BOUND: ReadonlySet<string> = new Set(
  CHECKS.filter((check) => 'failsAt' in check).map(({ id }) => id),
)

/** `good up to 2 s, fails beyond 10 s`; `good up to 0 requests, fails from 1 request`. */
export function boundsInWords(check: Pick<CheckReport, 'id' | 'good' | 'fails' | 'unit'>): string {
  const { id, good, fails, unit } = check
  if (unit === 'yes/no') return 'good: yes'
  const [goodWords, failsWords] = [valueInWords(good, unit), valueInWords(fails, unit)]
  return good > fails
    ? `good from ${goodWords}, fails below ${failsWords}`
    : `good up to ${goodWords}, fails ${FAILS_AT_BOUND.has(id) ? 'from' : 'beyond'} ${failsWords}`
}

export function herdInWords(herd: NonNullable<ScenarioReport['herd']>): string {
  const { copies, peak, copiesAtPeak, mean, peakOverMean, peakFromMs } = herd
  if (mean === null || peakOverMean === null) return `no failure among ${copies} copies`
  return `${pluralize(peak, 'request')} after failures from ${copiesAtPeak} of ${copies} copies within 100 ms, ${durationInWords(peakFromMs ?? 0)} in: ${Math.round(peakOverMean * 10) / 10} times the mean of ${mean}`
}

/** `/arbitrum/price/tickers 12 times, /btc once`. */
export function unknownPathsInWords(paths: NonNullable<ScenarioReport['unknownPaths']>): string {
  return paths.map(({ path, count }) => `${path} ${count === 1 ? 'once' : `${count} times`}`).join(', ')
}

/** Checks by urgency, each group in the order of the table. */
export function byUrgency(checks: readonly CheckReport[]) {
  const having = (wanted: Verdict) => checks.filter(({ verdict }) => verdict === wanted)
  const unjudged = checks.filter(({ verdict }) => !JUDGED.includes(verdict))
  return { failed: having('fail'), warned: having('warn'), passed: having('pass'), unjudged }
}

/** Failing scenarios first, then those with warnings; stable otherwise. Each with its index in the report. */
export function scenariosByUrgency({ scenarios }: Report): (readonly [ScenarioReport, number])[] {
  const rank = ({ verdict, checks }: ScenarioReport) => {
    const { failed, warned } = byUrgency(checks)
    if (verdict === 'fail') return 0
    return verdict !== 'pass' || failed.length > 0 ? 1 : warned.length > 0 ? 2 : 3
  }
  return scenarios.map((scenario, index) => [scenario, index] as const).sort(([a], [b]) => rank(a) - rank(b))
}

/** Whether a check keeps the scenario from passing, under what decides the verdicts of the report. */
export function isToBlame(
  { level, verdict, baseline }: CheckReport,
  scenario: ScenarioReport,
  failOn: Report['failOn'],
): boolean {
  if (failOn === 'worse') return baseline?.change === 'worse'
  if (verdict !== 'fail') return false
  if (failOn === 'must') return level === 'MUST'
  return level !== 'INFO' && (failOn === 'should' || scenario.verdict !== 'pass')
}

/** `12.3 s; good up to 2 s, fails beyond 10 s; worse: was pass, 1.1 s; #41 #57`. */
export function detailsInWords(check: CheckReport, maxEvidence?: number): string {
  const isMeasured = check.measured !== null || check.verdict === 'fail'
  const value = isMeasured ? valueInWords(check.measured, check.unit) : ''
  const evidence = evidenceInWords(check, maxEvidence)
  return [value, boundsInWords(check), changeInWords(check), evidence].filter(Boolean).join('; ')
}

/** `1 better, 2 worse, 12 equal, 3 not judged`. */
export function changesInWords({ better, worse, equal, notJudged }: NonNullable<Report['baseline']>): string {
  const judged = `${better} better, ${worse} worse, ${equal - notJudged} equal`
  return notJudged === 0 ? judged : `${judged}, ${notJudged} not judged`
}

/** `score 61; 1 better, 2 worse, 12 equal; not rehearsed: blackout`. */
export function baselineInWords(baseline: NonNullable<Report['baseline']>): string {
  const { missing, score } = baseline
  const absent = missing.length === 0 ? [] : [`not rehearsed: ${missing.join(', ')}`]
  return [scoreInWords(score), changesInWords(baseline), ...absent].join('; ')
}

/** The option that accepts a scenario without a judgement, as a clause. */
export function allowanceInWords(verdict: RunVerdict, allowances: Allowances): string {
  const option =
    verdict === 'not exercised' ? 'unexercised' : verdict === 'not proven' ? 'unproven' : undefined
  return option === undefined || isAllowed(verdict, allowances) ? '' : `; --allow-${option} accepts this`
}

/** `not comparable: gmx-sim 0.1.0 -> 0.2.0, seed 42 -> 7`; undefined if both are the same. Another version may measure otherwise. */
export function originsInWords({ gmxSim, seed, baseline }: Report): string | undefined {
  if (baseline === undefined) return undefined
  const pairs = { 'gmx-sim': [baseline.gmxSim, gmxSim], seed: [baseline.seed, seed] }
  const words = Object.entries(pairs).flatMap(([what, [was, is]]) =>
    was === is ? [] : `${what} ${was} -> ${is}`,
  )
  return words.length === 0 ? undefined : `not comparable: ${words.join(', ')}`
}

/** `not comparable: incident 1 min -> 20 s`; undefined for the same phases. */
export function differencesInWords({ baseline }: ScenarioReport): string | undefined {
  return baseline?.differs && `not comparable: ${baseline.differs.join(', ')}`
}

/** Whether a check equals the baseline only in that one of the reports does not judge it. */
export function isNotJudged({ verdict, baseline }: CheckReport): boolean {
  return baseline?.change === 'equal' && !(JUDGED.includes(verdict) && JUDGED.includes(baseline.verdict))
}

/** `fails-back (pass -> inconclusive)` for each check without a verdict in one of the reports; those without one in either, as a count. */
export function notJudgedInWords(checks: readonly CheckReport[]): string[] {
  const silent = checks.filter(isNotJudged)
  const changed = silent.filter(({ verdict, baseline }) => baseline?.verdict !== verdict)
  const names = changed.map(({ id, verdict, baseline }) => `${id} (${baseline?.verdict} -> ${verdict})`)
  const same = silent.length - changed.length
  return same === 0 ? names : [...names, `${same} in both reports`]
}

/** `worse: was pass, 1.1 s`; empty without a baseline, or if equal. */
export function changeInWords({ baseline, unit }: CheckReport): string {
  if (baseline === undefined || baseline.change === 'equal') return ''
  const { change, verdict, measured } = baseline
  return `${change}: was ${verdict}${measured === null ? '' : `, ${valueInWords(measured, unit)}`}`
}

export function idsWith(checks: readonly CheckReport[], wanted: Verdict): string[] {
  return checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
}

/** `#41 #57 #58 …`; empty without evidence. */
function evidenceInWords({ evidence }: Pick<CheckReport, 'evidence'>, most = evidence.length): string {
  const shown = evidence.slice(0, most).map((n) => `#${n}`)
  return `${shown.join(' ')}${evidence.length > most ? ' …' : ''}`
}

/** With a capital letter and a full stop. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
