/** Figures of one scenario: requests by base with the rules, lack and age of data, prices. */

import type { CheckId } from '../../grading/checks/index.js'
import { matchesOf, type PriceMatch } from '../../grading/matches.js'
import { timelineEndMs } from '../../grading/phases.js'
import { type Serving, servingsOf, worstOf } from '../../grading/serving.js'
import type { RuleWindow, Timeline } from '../../grading/timeline.js'
import { maxOf, minOf } from '../../kit/numbers/extremes.js'
import { type Dot, drawCurves } from '../../kit/svg/curves.js'
import {
  decimalStep,
  formatLength,
  type NamedTimeSpan,
  type TimeSpan,
  timeStep,
} from '../../kit/svg/frame.js'
import { drawLanes, type Lane } from '../../kit/svg/lanes.js'
import { escapeMarkup as safe, toMarkup } from '../../kit/svg/markup.js'
import type { Element } from '../../kit/svg/tree.js'
import { momentInUtc } from '../head.js'
import { requestLanesOf } from '../lanes.js'
import type { CheckReport } from '../report.js'
import { requestInWords, scrollable } from './html-checks.js'

export function drawings(timeline: Timeline, checks: readonly CheckReport[]): string {
  const { phases } = timeline
  const span: TimeSpan = { fromMs: 0, toMs: phases.at(-1)?.toMs ?? 1 }
  const matches = matchesOf(timeline)
  const figures: [heading: string, drawn: Element][] = [
    ['Requests', drawLanes({ about: 'Requests by base', span, phases, lanes: lanesOf(timeline) })],
  ]
  const worst = worstOf(servingsOf(timeline))
  if (worst !== undefined) {
    const heading = `Time without usable ${worst.network} ${worst.endpoint}`
    figures.push([heading, drawLack(worst, timeline, span, checks)])
  }
  if (timeline.observations.length > 0) {
    figures.push(['Age of the data acted on', drawAge(timeline, matches, span, checks)])
    for (const line of timeline.market) {
      const seen = timeline.observations.some(({ symbol }) => symbol === line.symbol)
      if (seen) figures.push([`Price of ${line.symbol} in USD`, drawPrice(timeline, matches, span, line)])
    }
  }
  const [lanes, ...curves] = figures.map(
    ([heading, drawn]) => `<h3>${safe(heading)}</h3>\n${scrollable(heading, toMarkup(drawn))}`,
  )
  return [rulesOf(timeline), lanes, ...curves].join('\n')
}

function lanesOf(timeline: Timeline): Lane[] {
  const overMs = timelineEndMs(timeline)
  return requestLanesOf(timeline).map(({ name, detail, requests, rules }) => ({
    name,
    detail,
    marks: requests.map((request) => ({
      n: request.n,
      kind: request.fate.met,
      fromMs: request.atMs,
      toMs: request.endMs ?? overMs,
      about: requestInWords(request, timeline),
    })),
    bands: rules.map((rule) => {
      return { name: `${rule.id}: ${rule.what}`, class: rule.met, ...actingSpan(rule, timeline) }
    }),
  }))
}

const MIN_SCALE_MS = 20_000

/** Age of the data at each observation. */
function drawAge(
  timeline: Timeline,
  matches: readonly PriceMatch[],
  span: TimeSpan,
  checks: readonly CheckReport[],
): Element {
  const { observations, phases } = timeline
  const dots = observations.flatMap(({ atMs, symbol }, index): Dot[] => {
    const { ageMs, reading } = matches[index]
    if (ageMs === null) return []
    const about = `${symbol} at ${momentInUtc(timeline, atMs)}: ${formatLength(ageMs)} old, ${reading}`
    return [{ class: reading, atMs, value: ageMs, about }]
  })
  return drawCurves({
    about: 'Age of the data that the client acted on',
    ...{ span, phases, bands: [], curves: [], dots },
    ...bounded(
      'notices-stale',
      checks,
      dots.map(({ value }) => value),
    ),
    format: formatLength,
    step: timeStep,
  })
}

/** The curve that `keeps-serving` measures, of its worst kind of data. */
function drawLack(
  { gaps }: Serving,
  { phases }: Timeline,
  span: TimeSpan,
  checks: readonly CheckReport[],
): Element {
  const points = gaps.flatMap(({ curve }) => curve)
  return drawCurves({
    about: 'Time without a usable answer while a base was healthy, beyond the poll period',
    ...{ span, phases, bands: [], curves: [{ class: 'lack', points }], dots: [] },
    ...bounded(
      'keeps-serving',
      checks,
      points.map(([, lackMs]) => lackMs),
    ),
    format: formatLength,
    step: timeStep,
  })
}

/** The bounds of a check, as far as the values reach. */
function bounded(id: CheckId, checks: readonly CheckReport[], values: readonly number[]) {
  const highest = values.reduce((most, value) => Math.max(most, value), MIN_SCALE_MS) * 1.1
  const check = checks.find((one) => one.id === id)
  const bounds =
    check === undefined
      ? []
      : [
          { class: 'good', value: check.good, name: `good up to ${formatLength(check.good)}` },
          { class: 'fails', value: check.fails, name: `fails beyond ${formatLength(check.fails)}` },
        ]
  return { bounds: bounds.filter(({ value }) => value <= highest), range: [0, highest] as const }
}

/** Market prices and the client's; outliers are drawn on the edge. */
function drawPrice(
  timeline: Timeline,
  matches: readonly PriceMatch[],
  span: TimeSpan,
  { symbol, points }: Timeline['market'][number],
): Element {
  const { observations, events, phases } = timeline
  const values = points.map(([, price]) => price)
  const [lowest, highest] = [minOf(values), maxOf(values)]
  const margin = (highest - lowest) * 0.15 || highest * 0.001
  const dots = observations.flatMap((observation, index): Dot[] => {
    if (observation.symbol !== symbol) return []
    const { atMs, price } = observation
    const { reading } = matches[index]
    const about = `${price} USD at ${momentInUtc(timeline, atMs)}: ${reading}`
    return [{ class: reading, atMs, value: price, about }]
  })
  return drawCurves({
    about: `Price of ${symbol}: the market, and what the client acted on`,
    span,
    phases,
    bands: events.map(({ assets, what, fromMs, untilMs }): NamedTimeSpan => {
      return { name: `${assets.join(', ')} ${what}`, fromMs, toMs: untilMs ?? span.toMs }
    }),
    curves: [{ class: 'market', points }],
    dots,
    bounds: [],
    range: [lowest - margin, highest + margin],
    format: (price, distance) => price.toFixed(Math.max(0, Math.ceil(-Math.log10(distance)))),
    step: decimalStep,
  })
}

/** Rules in full, above the lanes, where their names may have no room. */
function rulesOf(timeline: Timeline): string {
  const items = timeline.rules.map((rule) => {
    const { fromMs, toMs } = actingSpan(rule, timeline)
    const from = momentInUtc(timeline, fromMs)
    const span = toMs === fromMs ? from : `from ${from} for ${formatLength(toMs - fromMs)}`
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
