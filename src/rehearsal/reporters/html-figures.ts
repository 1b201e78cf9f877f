/** One scenario as HTML: figures of requests by base with the rules, lack and age of data, prices; and checks, failures and warnings visible, the rest folded. */

import type { CheckId } from '../../grading/checks/index.js'
import { clientsViewOf } from '../../grading/clients-view.js'
import { matchesOf } from '../../grading/matches.js'
import { timelineEndMs } from '../../grading/phases.js'
import { servingsOf, worstOf } from '../../grading/serving.js'
import type { RuleWindow, Timeline, TimelineRequest } from '../../grading/timeline.js'
import { maxOf, minOf } from '../../kit/numbers/lists.js'
import { type Dot, drawCurves } from '../../kit/svg/curves.js'
import { decimalStep, type NamedTimeSpan, type TimeSpan, timeStep } from '../../kit/svg/frame.js'
import { drawLanes, type Lane } from '../../kit/svg/lanes.js'
import { type Element, escapeMarkup as safe, toMarkup } from '../../kit/svg/tree.js'
import { drawWaterfall } from '../../kit/svg/waterfall.js'
import { durationInWords, latencyInWords } from '../../kit/text/duration.js'
import { digitsOfStep, formatUsd } from '../../kit/text/usd.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { momentInUtc } from '../head.js'
import { requestLanesOf, timeMarksOf } from '../lanes.js'
import type { CheckReport, RunVerdict, Verdict } from '../report.js'
import { boundsInWords, byUrgency, changeInWords, isNotJudged, valueInWords } from '../words.js'

type CurvesOptions = Parameters<typeof drawCurves>[0]

export function drawings(timeline: Timeline, checks: readonly CheckReport[]): string {
  const span: TimeSpan = { fromMs: 0, toMs: timeline.phases.at(-1)?.toMs ?? 1 }
  const frame = { span, phases: timeMarksOf(timeline), bands: [], curves: [], dots: [], bounds: [] }
  const lanes = drawLanes({ about: 'Requests by base', ...frame, lanes: lanesOf(timeline) })
  const figures: [heading: string, drawn: Element][] = [['Requests', lanes]]
  const draw = (
    heading: string,
    about: string,
    parts: Partial<CurvesOptions> & Pick<CurvesOptions, 'range' | 'format' | 'step'>,
  ) => figures.push([heading, drawCurves({ about, ...frame, ...parts })])
  const worst = worstOf(servingsOf(clientsViewOf(timeline)))
  const observed = observedIn(timeline)
  if (worst !== undefined) {
    // The curve that the check measures, of its worst kind of data.
    const points = worst.gaps.flatMap(({ curve }) => curve)
    const values = points.map(([, lackMs]) => lackMs)
    draw(
      `Time without usable ${worst.network} ${worst.endpoint}`,
      'Time without a usable answer while a base was healthy, beyond the poll period',
      { curves: [{ class: 'lack', points }], ...durations('keeps-serving', checks, values) },
    )
  }
  if (timeline.observations.length > 0) {
    const dots = observed.flatMap(({ age }) => age)
    const values = dots.map(({ value }) => value)
    draw('Age of the data acted on', 'Age of the data that the client acted on', {
      dots,
      ...durations('notices-stale', checks, values),
    })
  }
  for (const { symbol, network, points } of timeline.market) {
    const own = observed.filter((one) => one.symbol === symbol && (one.network ?? network) === network)
    const dots = own.map(({ price }) => price)
    if (dots.length === 0) continue
    const values = points.map(([, price]) => price)
    const [lowest, highest] = [minOf(values), maxOf(values)]
    const margin = (highest - lowest) * 0.15 || highest * 0.001
    const bands = timeline.events.map(({ assets, what, fromMs, untilMs }): NamedTimeSpan => {
      return { name: `${assets.join(', ')} ${what}`, fromMs, toMs: untilMs ?? span.toMs }
    })
    draw(`Price of ${symbol} in USD`, `Price of ${symbol}: the market, and what the client acted on`, {
      bands,
      curves: [{ class: 'market', points }],
      dots,
      // Outliers are drawn on the edge.
      range: [lowest - margin, highest + margin],
      format: (price, distance) => formatUsd(price, digitsOfStep(distance)),
      step: decimalStep,
    })
  }
  const drawn = figures.map(
    ([heading, figure]) => `<h4>${safe(heading)}</h4>\n${scrollable(heading, toMarkup(figure))}`,
  )
  return [rulesOf(timeline), ...drawn].join('\n')
}

function lanesOf(timeline: Timeline): Lane[] {
  return requestLanesOf(timeline).map(({ name, detail, requests, rules }) => ({
    name,
    detail,
    marks: requests.map((request) => requestMark(timeline, request, requestInWords(request, timeline))),
    bands: rules.map((rule) => {
      return { name: `${rule.id}: ${rule.what}`, class: rule.met, ...actingSpan(rule, timeline) }
    }),
  }))
}

/** The age of each observation that a reply has, and its price, as dots. */
function observedIn(timeline: Timeline) {
  const matches = matchesOf(timeline)
  return timeline.observations.map(({ atMs, symbol, price, network }, index) => {
    const { ageMs, reading } = matches[index]!
    const at = `at ${momentInUtc(timeline, atMs)}`
    const dot = (value: number, about: string): Dot => ({ class: reading, atMs, value, about })
    return {
      symbol,
      network,
      age: ageMs === null ? [] : [dot(ageMs, `${symbol} ${at}: ${durationInWords(ageMs)} old, ${reading}`)],
      price: dot(price, `${price} USD ${at}: ${reading}`),
    }
  })
}

const MIN_SCALE_MS = 20_000

/** An axis of durations, with the bounds of a check as far as the values reach. */
function durations(id: CheckId, checks: readonly CheckReport[], values: readonly number[]) {
  const highest = maxOf(values, MIN_SCALE_MS) * 1.1
  const bounds = checks
    .filter((check) => check.id === id)
    .flatMap(({ good, fails }) => [
      { class: 'good', value: good, name: `good up to ${durationInWords(good)}` },
      { class: 'fails', value: fails, name: `fails beyond ${durationInWords(fails)}` },
    ])
  const shown = bounds.filter(({ value }) => value <= highest)
  return { bounds: shown, range: [0, highest] as const, format: durationInWords, step: timeStep }
}

/** Rules in full, above the lanes, where their names may have no room. */
function rulesOf(timeline: Timeline): string {
  const items = timeline.rules.map((rule) => {
    const { fromMs, toMs } = actingSpan(rule, timeline)
    const from = momentInUtc(timeline, fromMs)
    const span = toMs === fromMs ? from : `from ${from} for ${durationInWords(toMs - fromMs)}`
    return `<li><strong>${safe(rule.id)}</strong> ${safe(rule.what)}, ${span}</li>`
  })
  return items.length === 0 ? '' : `<ul class="rules" aria-label="Rules">${items.join('')}</ul>`
}

/** Of a rule for some requests only, and without an end, the time in which it struck. */
function actingSpan({ id, fromMs, untilMs, isPartly }: RuleWindow, timeline: Timeline): TimeSpan {
  const endMs = timelineEndMs(timeline)
  const struck = isPartly && untilMs === null ? timeline.requests.filter(({ fate }) => fate.rule === id) : []
  const [first, last] = [struck.at(0), struck.at(-1)]
  if (first === undefined || last === undefined) return { fromMs, toMs: Math.min(untilMs ?? endMs, endMs) }
  return { fromMs: first.atMs, toMs: last.endMs ?? endMs }
}

/** `prefix` makes the ids of the page unique. */
export function checkSections(
  checks: readonly CheckReport[],
  timeline: Timeline | undefined,
  prefix: string,
): { readonly urgent: string; readonly rest: string } {
  const { failed, warned, passed, unjudged } = byUrgency(checks)
  const details = (listed: readonly CheckReport[]) =>
    listed.map((check) => checkDetails(check, timeline, `${prefix}-${safe(check.id)}`)).join('\n')
  const rest = [...passed, ...unjudged]
  return {
    urgent: details([...failed, ...warned]),
    rest:
      rest.length === 0
        ? ''
        : `<details class="rest"><summary>${passed.length} passed, ${unjudged.length} not judged</summary>
${details(rest)}
</details>`,
  }
}

/** `words` differ from the verdict for a pass with open checks, which is amber. */
export function badge(verdict: RunVerdict | Verdict, words: string = verdict): string {
  return `<span class="badge ${words === verdict ? verdict.replace(' ', '-') : 'warn'}">${words}</span>`
}

export function scrollable(label: string, html: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${safe(label)}">${html}</div>`
}

function checkDetails(check: CheckReport, timeline: Timeline | undefined, id: string): string {
  const { level, weight, verdict, measured, unit, because, evidence, baseline } = check
  const change =
    baseline === undefined || isNotJudged(check)
      ? ''
      : ` <span class="badge change ${baseline.change}">${baseline.change}</span>`
  const figures = [boundsInWords(check), `weight ${weight}`, changeInWords(check)].filter(Boolean).join(', ')
  const rows = timeline === undefined ? [] : rowsOf(timeline, evidence)
  const span = {
    fromMs: minOf(rows.map(({ fromMs }) => fromMs)),
    toMs: maxOf(rows.map(({ toMs }) => toMs)) + 1,
  }
  const label = `Evidence for ${check.id}`
  const drawn = rows.length > 0 && toMarkup(drawWaterfall(label, span, rows))
  const shown = drawn ? scrollable(label, drawn) : ''
  const verdictClass = verdict.replace(' ', '-')
  return `<details class="check ${verdictClass}" id="${id}" data-evidence="${evidence.join(' ')}">
<summary>${badge(verdict)}${change} <strong>${safe(check.id)}</strong>
<span class="level">${level}</span> <span class="measured">${measured === null ? '' : safe(valueInWords(measured, unit))}</span>
<span class="because">${safe(because)}</span></summary>
<p>${safe(figures)}</p>${shown}</details>`
}

function rowsOf(timeline: Timeline, evidence: readonly number[]) {
  const wanted = new Set(evidence)
  return timeline.requests
    .filter(({ n }) => wanted.has(n))
    .map((request) => {
      const { network, base } = request.asked
      const words = requestInWords(request, timeline).replace(/^#\d+ at /, 'at ')
      return requestMark(timeline, request, `${basePrefix(network, base)} ${words}`)
    })
}

/** A request in a drawing. */
export function requestMark(timeline: Timeline, { n, fate, atMs, endMs }: TimelineRequest, about: string) {
  return { n, kind: fate.met, fromMs: atMs, toMs: endMs ?? timelineEndMs(timeline), about }
}

/** `#21 at 12:00:20.000 UTC (+0:20.0): GET /prices/tickers, 429 status in 1 ms, rule throttle, Retry-After 2 s`. */
export function requestInWords(
  { n, asked, fate, atMs, endMs, end }: TimelineRequest,
  timeline: Timeline,
): string {
  const status = fate.status === null ? 'no status' : fate.status
  const rule = fate.rule === null ? '' : `, rule ${fate.rule}`
  const wait = fate.retryAfterMs === null ? '' : `, Retry-After ${durationInWords(fate.retryAfterMs)}`
  const took = latencyInWords((endMs ?? timelineEndMs(timeline)) - atMs)
  const how =
    end === 'answered' ? `in ${took}` : end === 'given-up' ? `given up after ${took}` : `open for ${took}`
  return `#${n} at ${momentInUtc(timeline, atMs)}: ${asked.method} ${asked.url}, ${status} ${fate.outcome} ${how}${rule}${wait}`
}
