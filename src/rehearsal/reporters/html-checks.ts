/** Checks of a scenario as HTML: failures and warnings visible, the rest folded. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Timeline, TimelineRequest } from '../../grading/timeline.js'
import { maxOf, minOf } from '../../kit/numbers/lists.js'
import { formatLength, type TimeSpan } from '../../kit/svg/frame.js'
import { escapeMarkup as safe, toMarkup } from '../../kit/svg/tree.js'
import { drawWaterfall } from '../../kit/svg/waterfall.js'
import { basePrefix } from '../../market/catalogue/bases.js'
import { momentInUtc } from '../head.js'
import type { CheckReport, RunVerdict, Verdict } from '../report.js'
import { boundsInWords, byUrgency, changeInWords, isNotJudged, valueInWords } from '../words.js'

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

export function badge(verdict: RunVerdict | Verdict): string {
  return `<span class="badge ${verdict.replace(' ', '-')}">${verdict}</span>`
}

export function scrollable(label: string, html: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${safe(label)}">${html}</div>`
}

/** From the first to the last. */
export function spanOf(spans: readonly TimeSpan[]): TimeSpan {
  return { fromMs: minOf(spans.map(({ fromMs }) => fromMs)), toMs: maxOf(spans.map(({ toMs }) => toMs)) }
}

function checkDetails(check: CheckReport, timeline: Timeline | undefined, id: string): string {
  const { level, weight, verdict, measured, unit, because, evidence, baseline } = check
  const change =
    baseline === undefined || isNotJudged(check)
      ? ''
      : ` <span class="badge change ${baseline.change}">${baseline.change}</span>`
  const figures = [boundsInWords(check), `weight ${weight}`, changeInWords(check)].filter(Boolean).join(', ')
  const rows = timeline === undefined ? [] : rowsOf(timeline, evidence)
  const { fromMs, toMs } = spanOf(rows)
  const label = `Evidence for ${check.id}`
  const drawn = rows.length > 0 && toMarkup(drawWaterfall(label, { fromMs, toMs: toMs + 1 }, rows))
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

/** `#21 at 12:00:20.000 UTC (+0:20.0): GET /prices/tickers, 429 status in 1 ms, rule throttle, Retry-After 2.0 s`. */
export function requestInWords(
  { n, asked, fate, atMs, endMs, end }: TimelineRequest,
  timeline: Timeline,
): string {
  const status = fate.status === null ? 'no status' : fate.status
  const rule = fate.rule === null ? '' : `, rule ${fate.rule}`
  const wait = fate.retryAfterMs === null ? '' : `, Retry-After ${formatLength(fate.retryAfterMs)}`
  const took = formatLength((endMs ?? timelineEndMs(timeline)) - atMs)
  const how =
    end === 'answered' ? `in ${took}` : end === 'given-up' ? `given up after ${took}` : `open for ${took}`
  return `#${n} at ${momentInUtc(timeline, atMs)}: ${asked.method} ${asked.url}, ${status} ${fate.outcome} ${how}${rule}${wait}`
}
