/** The section of one scenario: lanes of its bases, age of data, prices and checks. */
import { basePrefix } from '../../catalogue/bases.js'
import { groupBy } from '../../core/maps.js'
import type { CheckId } from '../../grading/checks/index.js'
import { type Match, matchesOf } from '../../grading/matches.js'
import { endOf } from '../../grading/phases.js'
import { type Serving, servingsOf, worstOf } from '../../grading/serving.js'
import type { Timeline, TimelineRequest } from '../../grading/timeline.js'
import { type Dot, drawCurves } from '../../svg/curves.js'
import { formatLength, type NamedTimeSpan, type TimeSpan } from '../../svg/frame.js'
import { drawLanes, type Lane } from '../../svg/lanes.js'
import { escapeMarkup as safe, toMarkup } from '../../svg/markup.js'
import type { Element } from '../../svg/tree.js'
import { drawWaterfall } from '../../svg/waterfall.js'
import type { CheckReport, RunVerdict, ScenarioReport, Verdict } from '../report.js'
import { boundsInWords, evidenceInWords, herdInWords, unmatchedInWords, valueInWords } from '../words.js'

/** `index` makes the ids of the page unique. */
export function scenarioSection(
  scenario: ScenarioReport,
  timeline: Timeline | undefined,
  index: number,
): string {
  const { name, verdict, score, program, checks, herd, traffic = [], problem } = scenario
  const exit =
    program.exitCode === null ? '' : `<p>The program ended by itself with code ${program.exitCode}.</p>`
  const together =
    herd === undefined
      ? ''
      : `<p>Herd: ${safe(herdInWords(herd))}. <code>${evidenceInWords(herd, 10)}</code></p>`
  const unmatched = unmatchedInWords(scenario)
  const observations = unmatched === undefined ? '' : `<p>Observations: ${safe(unmatched)}.</p>`
  const log = program.log === null ? '' : `<p>What it printed: <code>${safe(program.log)}</code></p>`
  return `<section id="s${index}" aria-labelledby="s${index}-name">
<h2 id="s${index}-name">${safe(name)} ${badge(verdict)} <span class="score">${score ?? ''}</span></h2>
${problem === undefined ? '' : `<p class="problem">${safe(problem)}</p>`}${exit}${observations}${together}${traffic.map((line) => `<p>${safe(line)}</p>`).join('')}
${timeline === undefined ? '' : drawings(timeline, checks)}
<h3>Checks</h3>
${checks.map((check) => checkDetails(check, timeline, `s${index}-${safe(check.id)}`)).join('\n')}
${log}
</section>`
}

export function badge(verdict: RunVerdict | Verdict): string {
  return `<span class="badge ${verdict.replace(' ', '-')}">${verdict}</span>`
}

export function scrollable(label: string, html: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${safe(label)}">${html}</div>`
}

function drawings(timeline: Timeline, checks: readonly CheckReport[]): string {
  const { phases } = timeline
  const span: TimeSpan = { fromMs: 0, toMs: phases.at(-1)?.toMs ?? 1 }
  const matches = matchesOf(timeline)
  const figures: [heading: string, drawn: Element][] = [
    ['Requests', drawLanes({ about: 'Requests by base', span, phases, lanes: lanesOf(timeline, span) })],
  ]
  const worst = worstOf(servingsOf(timeline))
  if (worst !== undefined) {
    const heading = `Time without usable ${worst.network} ${worst.endpoint}`
    figures.push([heading, drawLack(worst, timeline, span, checks)])
  }
  if (timeline.observations.length > 0) {
    figures.push(['Age of the data it acted on', drawAge(timeline, matches, span, checks)])
    for (const line of timeline.market) {
      const seen = timeline.observations.some(({ symbol }) => symbol === line.symbol)
      if (seen) figures.push([`Price of ${line.symbol} in USD`, drawPrice(timeline, matches, span, line)])
    }
  }
  return figures
    .map(([heading, drawn]) => `<h3>${safe(heading)}</h3>\n${scrollable(heading, toMarkup(drawn))}`)
    .join('\n')
}

function lanesOf(timeline: Timeline, span: TimeSpan): Lane[] {
  const { bases, requests, rules } = timeline
  const networks = [...new Set(requests.map(({ asked }) => asked.network))].sort()
  const overMs = endOf(timeline)
  const byPlace = groupBy(requests, ({ asked }) => basePrefix(asked.network, asked.base))
  return networks.flatMap((network) =>
    bases[network].map((base) => ({
      name: basePrefix(network, base),
      marks: (byPlace.get(basePrefix(network, base)) ?? []).map((request) => ({
        n: request.n,
        kind: request.fate.met,
        fromMs: request.atMs,
        toMs: request.endMs ?? overMs,
        about: requestInWords(request, overMs),
      })),
      bands: rules
        .filter(({ networks, bases }) => isAbout(networks, network) && isAbout(bases, base))
        .map(({ id, what, fromMs, untilMs }) => {
          return { name: `${id}: ${what}`, fromMs, toMs: untilMs ?? span.toMs }
        }),
    })),
  )
}

function isAbout<Name>(names: readonly Name[] | undefined, name: Name): boolean {
  return names === undefined || names.includes(name)
}

function requestInWords({ n, asked, fate, atMs, endMs, end }: TimelineRequest, overMs: number): string {
  const status = fate.status === null ? 'no status' : fate.status
  const rule = fate.rule === null ? '' : `, rule ${fate.rule}`
  const wait = fate.retryAfterMs === null ? '' : `, Retry-After ${formatLength(fate.retryAfterMs)}`
  const took = formatLength((endMs ?? overMs) - atMs)
  const how =
    end === 'answered' ? `in ${took}` : end === 'given-up' ? `given up after ${took}` : `open for ${took}`
  return `#${n} at ${formatLength(atMs)}: ${asked.method} ${asked.url}, ${status} ${fate.outcome} ${how}${rule}${wait}`
}

const MIN_SCALE_MS = 20_000

/** Age of the data at each observation. */
function drawAge(
  { observations, phases }: Timeline,
  matches: readonly Match[],
  span: TimeSpan,
  checks: readonly CheckReport[],
): Element {
  const dots = observations.flatMap(({ atMs, symbol }, index): Dot[] => {
    const { ageMs, reading } = matches[index]
    if (ageMs === null) return []
    const about = `${symbol} at ${formatLength(atMs)}: ${formatLength(ageMs)} old, ${reading}`
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
  { observations, events, phases }: Timeline,
  matches: readonly Match[],
  span: TimeSpan,
  { symbol, points }: Timeline['market'][number],
): Element {
  const values = points.map(([, price]) => price)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const margin = (highest - lowest) * 0.15 || highest * 0.001
  const dots = observations.flatMap((observation, index): Dot[] => {
    if (observation.symbol !== symbol) return []
    const { atMs, price } = observation
    const { reading } = matches[index]
    const about = `${price} USD at ${formatLength(atMs)}: ${reading}`
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
    format: (price) => price.toPrecision(5),
  })
}

function checkDetails(check: CheckReport, timeline: Timeline | undefined, id: string): string {
  const { level, weight, verdict, measured, unit, because, evidence } = check
  const figures = `${boundsInWords(check)}, weight ${weight}`
  const rows = timeline === undefined ? [] : rowsOf(timeline, evidence)
  const span: TimeSpan = {
    fromMs: Math.min(...rows.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...rows.map(({ toMs }) => toMs)) + 1,
  }
  const label = `Evidence for ${check.id}`
  const shown = rows.length === 0 ? '' : scrollable(label, toMarkup(drawWaterfall(label, span, rows)))
  const verdictClass = verdict.replace(' ', '-')
  return `<details class="check ${verdictClass}" id="${id}" data-evidence="${evidence.join(' ')}">
<summary>${badge(verdict)} <strong>${safe(check.id)}</strong>
<span class="level">${level}</span> <span class="measured">${measured === null ? '' : safe(valueInWords(measured, unit))}</span>
<span class="because">${safe(because)}</span></summary>
<p>${safe(figures)}</p>${shown}</details>`
}

function rowsOf(timeline: Timeline, evidence: readonly number[]) {
  const overMs = endOf(timeline)
  const wanted = new Set(evidence)
  return timeline.requests
    .filter(({ n }) => wanted.has(n))
    .map((request) => ({
      n: request.n,
      kind: request.fate.met,
      fromMs: request.atMs,
      toMs: request.endMs ?? overMs,
      about: `${basePrefix(request.asked.network, request.asked.base)} ${requestInWords(request, overMs).replace(/^#\d+ at /, 'at ')}`,
    }))
}
