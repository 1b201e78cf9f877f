/** A run beside its baseline: mirrored lanes on one clock from the start of the incident, first divergence, and checks that differ. */

import { maxOf } from '../../kit/numbers/lists.js'
import type { OutcomeClass } from '../../kit/outcome-class.js'
import { formatLength } from '../../kit/svg/frame.js'
import { drawMirrored, type RequestStretch } from '../../kit/svg/mirrored.js'
import { escapeMarkup as safe, toMarkup } from '../../kit/svg/tree.js'
import { LANE_SIGNS } from '../lanes.js'
import type { CheckReport, LanesReport, ScenarioReport } from '../report.js'
import { valueInWords } from '../words.js'
import { badge, scrollable, spanOf } from './html-figures.js'

/** Empty without a baseline that has the scenario. */
export function comparisonHtml({ baseline, lanes, phases, checks }: ScenarioReport): string {
  if (baseline === undefined) return ''
  const incident = phases.find(({ name }) => name === 'incident')
  const rows = checks.filter((check) => check.baseline !== undefined && check.baseline.change !== 'equal')
  const table = rows.length === 0 ? '<p>No check changed.</p>' : changesTable(rows)
  const { lanes: before, incidentMs } = baseline
  if (lanes === undefined || before === undefined || incidentMs === undefined || incident === undefined)
    return `<h3>Baseline</h3>\n${table}`
  const [now, then] = [sinceIncident(lanes, incident.fromMs), sinceIncident(before, incidentMs)]
  const names = [...new Set([...now.keys(), ...then.keys()])].filter((name) =>
    [now, then].some((run) => (run.get(name) ?? []).length > 0),
  )
  const spans = [...now.values(), ...then.values()].flat()
  const drawn = drawMirrored({
    about: 'Requests of this run above, of the baseline below, since the incident began',
    span: spanOf(spans),
    lanes: names.map((name) => ({ name, above: now.get(name) ?? [], below: then.get(name) ?? [] })),
  })
  return `<h3>This run (above) and the baseline (below), since the incident began</h3>
<p>${safe(divergence(now, then))}</p>
${scrollable('This run and the baseline', toMarkup(drawn))}
${table}`
}

type Lanes = ReadonlyMap<string, readonly RequestStretch[]>

/** Slots with requests, those of one outcome in a row as one. */
function sinceIncident({ slotMs, lanes }: LanesReport, incidentMs: number): Lanes {
  return new Map(
    lanes.map(({ name, signs }) => {
      const stretches: { kind: OutcomeClass; fromMs: number; toMs: number }[] = []
      for (const [index, sign] of [...signs].entries()) {
        const kind = LANE_SIGNS.find(([, known]) => known === sign)?.[0]
        const fromMs = index * slotMs - incidentMs
        const last = stretches.at(-1)
        if (kind === undefined) continue
        if (last?.kind === kind && last.toMs >= fromMs) last.toMs = fromMs + slotMs
        else stretches.push({ kind, fromMs, toMs: fromMs + slotMs })
      }
      return [name, stretches]
    }),
  )
}

/** Polls of two runs are not simultaneous. */
const SLACK_MS = 3000

/** The first outcome that the other run has nowhere near, at the same base, as long as both lasted. */
function divergence(now: Lanes, then: Lanes): string {
  const [nowMs, thenMs] = [now, then].map((run) => maxOf([...run.values()].flat().map(({ toMs }) => toMs)))
  const untilMs = Math.min(nowMs, thenMs) - SLACK_MS
  const alone = (own: Lanes, other: Lanes, whose: string) =>
    [...own].flatMap(([name, stretches]) => {
      const isShared = ({ kind, fromMs }: RequestStretch) =>
        other
          .get(name)
          ?.some((one) => one.kind === kind && Math.max(one.fromMs - fromMs, fromMs - one.toMs) <= SLACK_MS)
      const isCommon = ({ fromMs, toMs }: RequestStretch) => toMs > 0 && fromMs < untilMs
      const first = stretches.find((one) => isCommon(one) && !isShared(one))
      return first === undefined ? [] : [{ atMs: Math.max(0, first.fromMs), name, kind: first.kind, whose }]
    })
  const [first] = [...alone(now, then, 'this run'), ...alone(then, now, 'the baseline')].sort(
    (a, b) => a.atMs - b.atMs,
  )
  return first === undefined
    ? 'The runs do not diverge.'
    : `First divergence ${formatLength(first.atMs)} into the incident: ${KINDS[first.kind]} of ${first.name} in ${first.whose} only.`
}

const KINDS: Readonly<Record<OutcomeClass, string>> = {
  good: 'good answers',
  wrong: 'wrong data',
  error: 'error replies',
  broken: 'broken replies',
  silent: 'no answers',
}

function changesTable(checks: readonly CheckReport[]): string {
  const rows = checks.map((check) => {
    const states = [check.baseline, check].map((at) => {
      const measured = at?.measured ?? null
      return `<td>${at && badge(at.verdict)} ${measured === null ? '' : safe(valueInWords(measured, check.unit))}</td>`
    })
    return `<tr><th scope="row">${safe(check.id)}</th>${states.join('')}<td>${check.baseline?.change}</td></tr>`
  })
  const head = ['Check', 'Baseline', 'This run', 'Change'].map((name) => `<th scope="col">${name}</th>`)
  const table = `<table><thead><tr>${head.join('')}</tr></thead>\n<tbody>${rows.join('')}</tbody></table>`
  return scrollable('Checks that changed', table)
}
