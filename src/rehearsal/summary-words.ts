/** The summary as lines of text, without markup. */

import { groupBy } from '../kit/maps.js'
import { maxBy } from '../kit/numbers/lists.js'
import { pluralize } from '../kit/text/words.js'
import type { Report, ScenarioReport, VerdictChange } from './report.js'
import { type Change, summaryOf } from './summary.js'
import * as words from './words.js'

/** `fail, 22 of 24 scenarios judged, score 49 of 100`, `pass, 3 to improve, primary-down, …`. */
export function titleOf(report: Report): string {
  const { changes, judged } = summaryOf(report)
  const { scenarios, verdict, score } = report
  return [
    words.verdictInWords(verdict, changes.length),
    scenarios.length === 1
      ? scenarios[0]!.name
      : `${judged} of ${pluralize(scenarios.length, 'scenario')} judged`,
    ...(score === null ? [] : [`score ${score} of 100`]),
  ].join(', ')
}

/** Places and worst case of a change, and the checks that it explains. */
export function evidenceLines({ scenarios, where, worst, explains }: Change): string[] {
  const { scenario, check, what, evidence } = worst
  const numbers = evidence.length === 0 ? '' : ` (${evidence.map((n) => `#${n}`).join(' ')})`
  const lines =
    scenarios.length === 1
      ? [`${where}: ${what}${numbers}`]
      : [`${where}: ${namesInWords(scenarios)}`, `worst in ${scenario}: ${what}${numbers}`]
  const change = words.changeInWords(check)
  return [
    ...lines,
    ...(change === '' ? [] : [change]),
    ...(explains === '' ? [] : [`also explains ${explains}`]),
  ]
}

const MAX_NAMES = 5

function namesInWords(names: readonly string[], most = MAX_NAMES): string {
  const more = names.length - most
  return more > 1 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ')
}

/** Scenarios that do not count or were left out, and other observations. */
export function noteLines(report: Report): string[] {
  const { unjudged, clean } = summaryOf(report)
  const { scenarios, notAsked = [], baseline } = report
  const of = (read: (scenario: ScenarioReport) => string | undefined) =>
    scenarios.flatMap((one) => read(one) ?? [])
  const paths = of(({ unknownPaths }) => unknownPaths && words.unknownPathsInWords(unknownPaths))
  const reported = of((scenario) => words.unmatchedInWords(scenario))
  const herd = maxBy(
    scenarios.flatMap((one) => one.herd ?? []),
    ({ peakOverMean }) => peakOverMean ?? 0,
  )
  const traffic = groupBy(
    scenarios.flatMap((scenario) => scenario.traffic ?? []),
    (line) => line,
  )
  const differences = [...new Set(of(words.differencesInWords))]
  const lines: [label: string, text: string | undefined][] = [
    ...unjudged.map(({ verdict, names, problem }): [string, string] => [
      `${verdict}: ${namesInWords(names)}`,
      `${problem}${words.allowanceInWords(verdict, report)}`,
    ]),
    ['not asked, not counted', notAsked.join('; ') || undefined],
    ['unknown paths', paths[0]],
    ['observations', reported[0]],
    ['herd', herd && words.herdInWords(herd)],
    // Rhythms of probes differ by scenario; policies do not.
    ...[...traffic]
      .filter(([, alike]) => alike.length * 2 > scenarios.length)
      .map(([line]): [string, string] => ['traffic', line]),
    ['clean', clean.length === 0 || scenarios.length === 1 ? undefined : pluralize(clean.length, 'scenario')],
    ['baseline', baseline && words.baselineInWords(baseline)],
    ...(['worse', 'better'] as const).map((change): [string, string | undefined] => [
      `${change} than the baseline`,
      namesInWords(changedIn(scenarios, change)) || undefined,
    ]),
    ['', words.originsInWords(report)],
    ['', differences[0]],
  ]
  return lines.flatMap(([label, text]) =>
    text === undefined ? [] : label === '' ? text : `${label}: ${text}`,
  )
}

/** `retry-after in blackout (was pass, 0)`. */
function changedIn(scenarios: readonly ScenarioReport[], wanted: VerdictChange): string[] {
  return scenarios.flatMap(({ name, checks }) =>
    checks
      .filter(({ baseline }) => baseline?.change === wanted)
      .map((check) => `${check.id} in ${name} (${words.changeInWords(check).replace(/^\w+: /, '')})`),
  )
}
