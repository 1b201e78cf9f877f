/** The summary of a rehearsal: what to change in the client, worst first. All reports for people share it. */

import { REMEDIES, REMEDY_IDS, type Remedy, type RemedyId } from '../grading/remedies.js'
import { groupBy } from '../kit/maps.js'
import { pluralize } from '../kit/text/words.js'
import type { CheckReport, Level, Report, ScenarioReport } from './report.js'
import { isOpen } from './words.js'

export type Summary = ReturnType<typeof summaryOf>
export type Change = Summary['changes'][number]

/** A warning or failure of a MUST or SHOULD. */
export interface OpenFinding {
  /** Of its scenario in the report. */
  readonly index: number
  readonly scenario: ScenarioReport
  readonly check: CheckReport
}

export function summaryOf(report: Report) {
  const groups = groupBy(remediedIn(report), ({ remedy }) => remedy)
  const scenarios = report.scenarios.filter(({ problem }) => problem !== undefined)
  const changes = Array.from(groups, ([id, all]) => changeOf(id, all)).sort((a, b) =>
    compare(urgencyOf(a), urgencyOf(b)),
  )
  const clean = report.scenarios.filter((one) => one.problem === undefined && !one.checks.some(isOpen))
  return {
    changes,
    /** Scenarios without a judgement, by verdict; a reason may be that of the first. */
    unjudged: Array.from(groupBy(scenarios, ({ verdict }) => verdict).values(), (some) => ({
      verdict: some[0].verdict,
      names: some.map(({ name }) => name),
      problem: some[0].problem ?? '',
    })),
    clean: clean.map(({ name }) => name),
    judged: report.scenarios.filter(({ score }) => score !== null).length,
  }
}

interface Remedied extends OpenFinding {
  /** Of the check, or the one that explains it. */
  readonly remedy: string
  readonly isExplained: boolean
}

function remediedIn(report: Report): Remedied[] {
  const isLone = usesOneBase(report)
  return report.scenarios.flatMap((scenario, index) => {
    const open = scenario.checks.filter(isOpen).map((check) => ({ check, remedy: remedyOf(check, isLone) }))
    const causes: typeof open = []
    const findings = open.toSorted((a, b) => rankOf(a.remedy) - rankOf(b.remedy))
    return findings.map(({ check, remedy }): Remedied => {
      const cause = causes.find((one) => one.remedy !== remedy && isExplainedBy(check, one))
      if (cause === undefined) causes.push({ check, remedy })
      return { index, scenario, check, remedy: cause?.remedy ?? remedy, isExplained: cause !== undefined }
    })
  })
}

/** A client of one base fails over nowhere: that is its first change, and it is not to leave that base. */
const LONE = 'use-several-bases' satisfies RemedyId

function remedyOf({ id, remedy }: CheckReport, isLone: boolean): string {
  return isLone && remedyWith(remedy)?.needsBases ? LONE : (remedy ?? id)
}

function usesOneBase({ scenarios }: Report): boolean {
  const bases = scenarios.flatMap((scenario) => Object.entries(scenario.bases ?? {}))
  const byNetwork = groupBy(bases, ([network]) => network)
  const counts = Array.from(byNetwork.values(), (all) => new Set(all.flatMap(([, asked]) => asked)).size)
  const stays = scenarios.some(({ checks }) =>
    checks.some((check) => isOpen(check) && check.remedy === 'fail-over'),
  )
  return stays && counts.every((count) => count === 1)
}

function remedyWith(id: string | undefined): Remedy | undefined {
  return id === undefined ? undefined : (REMEDIES as Readonly<Record<string, Remedy>>)[id]
}

function rankOf(remedy: string): number {
  const rank = REMEDY_IDS.indexOf(remedy as RemedyId)
  return rank < 0 ? REMEDY_IDS.length : rank
}

/** A failure is not explained by what is less grave. */
function isExplainedBy(check: CheckReport, cause: { readonly check: CheckReport; readonly remedy: string }) {
  const isGraver = compare(gravityOf(check), gravityOf(cause.check)) < 0
  return !isGraver && remedyWith(cause.remedy)?.explains?.includes(check.id) === true
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'INFO']

function gravityOf({ verdict, level }: CheckReport): number[] {
  return [verdict === 'fail' ? 0 : 1, LEVELS.indexOf(level)]
}

function changeOf(id: string, all: readonly Remedied[]) {
  const own: readonly OpenFinding[] = all.filter(({ isExplained }) => !isExplained)
  const findings = own.toSorted((a, b) => compare(badnessOf(a), badnessOf(b)))
  const { check, scenario, index } = findings[0]!
  const [what, advice] = split(check.because)
  const names = [...new Set(findings.map((one) => one.scenario.name))]
  return {
    id,
    sentence: remedyWith(id)?.sentence ?? (advice || check.id),
    level: check.level,
    verdict: check.verdict,
    scenarios: names,
    /** `fails keeps-serving in 10 scenarios, answers-again in 8`, or `fails keeps-serving in stale-oracle`. */
    where: placesInWords(findings, names),
    /** The worst finding, without its remedy. */
    worst: { scenario: scenario.name, index, check, what, evidence: check.evidence.slice(0, 2) },
    /** `amplification in 4 scenarios`; empty without any. */
    explains: checksInWords(all.filter(({ isExplained }) => isExplained)),
    findings,
  }
}

/** The remedy is the last sentence of a check. */
const REMEDY = /^(.*)\. ([A-Z].*)$/s

function split(because: string): readonly [what: string, advice: string] {
  const [, what = because, advice = ''] = REMEDY.exec(because) ?? []
  return [what, advice]
}

function placesInWords(findings: readonly OpenFinding[], [name, ...others]: readonly string[]): string {
  const verbs = groupBy(findings, ({ check }) => (check.verdict === 'fail' ? 'fails' : 'warning for'))
  const inWords = (some: readonly OpenFinding[]) =>
    others.length > 0 ? checksInWords(some) : some.map(({ check }) => check.id).join(', ')
  const checks = Array.from(verbs, ([verb, some]) => `${verb} ${inWords(some)}`).join('; ')
  return others.length > 0 ? checks : `${checks} in ${name}`
}

/** Most frequent first. */
function checksInWords(findings: readonly OpenFinding[]): string {
  const byCheck = [...groupBy(findings, ({ check }) => check.id)].sort(([, a], [, b]) => b.length - a.length)
  const words = byCheck.map(([id, some], index) => {
    return `${id} in ${index === 0 ? pluralize(some.length, 'scenario') : some.length}`
  })
  return words.join(', ')
}

/** Regressions, gravity, how far beyond the bound; evidence before none. */
function badnessOf({ check }: OpenFinding): number[] {
  const { measured, good, fails, baseline } = check
  const excess = measured === null ? Number.MAX_VALUE : (measured - fails) / Math.abs(fails - good || 1)
  return [
    baseline?.change === 'worse' ? 0 : 1,
    ...gravityOf(check),
    -check.weight,
    fails > good ? -excess : excess,
  ]
}

function urgencyOf({ id, worst, scenarios }: ReturnType<typeof changeOf>): number[] {
  const { check } = worst
  const isRegression = check.baseline?.change === 'worse'
  return [id === LONE ? 0 : 1, isRegression ? 0 : 1, ...gravityOf(check), -scenarios.length, rankOf(id)]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - (b[at] ?? 0)
}
