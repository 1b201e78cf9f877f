/** A self-contained HTML page, failures first. All text from programs and scenarios is escaped. */
import type { Timeline } from '../../grading/timeline.js'
import { escapeMarkup as safe } from '../../kit/svg/markup.js'
import { BOTH_SCHEMES, toPage } from '../../kit/svg/page.js'
import { PALETTE } from '../../kit/svg/palette.js'
import type { Report } from '../report.js'
import { byUrgency, changesInWords, scenariosByUrgency, scoreInWords, seedsInWords } from '../words.js'
import { badge, scrollable } from './html-checks.js'
import { SCRIPT, STYLE } from './html-look.js'
import { scenarioSection } from './html-scenario.js'

/** Timelines are in the order of the report's scenarios. */
export function writeHtml(report: Report, timelines: readonly Timeline[]): string {
  const { verdict, score, seed, gmxSim, baseline } = report
  const sections = scenariosByUrgency(report).map(([scenario, index]) =>
    scenarioSection(scenario, timelines[index], index),
  )
  const seeds = seedsInWords(report)
  const compared =
    baseline === undefined
      ? ''
      : `<p>Baseline: ${scoreInWords(baseline.score)}; ${changesInWords(baseline)}${seeds === undefined ? '' : `; ${safe(seeds)}`}.</p>`
  const title = `Rehearsal: ${verdict}${score === null ? '' : `, ${score} of 100`}`
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
  return toPage({
    title,
    head: `${BOTH_SCHEMES}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${PALETTE}${STYLE}</style>`,
    body: `<header>
<h1>Rehearsal ${badge(verdict)} ${score === null ? '' : `<span class="score">${score} <small>of 100</small></span>`}</h1>
<p>Seed <code>${safe(seed)}</code>, gmx-sim ${safe(gmxSim)}. Hover a request or dot for details; click a check for its evidence;
use the arrow keys to move between requests.</p>
${compared}
</header>
<main>
${overview(report)}
${legend()}
${sections.join('\n')}
</main>
<p id="status" role="status"></p>
<script>${SCRIPT}</script>`,
  })
}

function overview(report: Report): string {
  const rows = scenariosByUrgency(report).map(([{ name, verdict, score, checks, baseline }, index]) => {
    const { failed, warned } = byUrgency(checks)
    const links = [...failed, ...warned].map(
      ({ id, verdict }) => `<a class="${verdict}" href="#s${index}-${safe(id)}">${safe(id)}</a>`,
    )
    const change = report.baseline === undefined ? '' : `<td>${baseline?.change ?? 'new'}</td>`
    return `<tr><th scope="row"><a href="#s${index}">${safe(name)}</a></th><td>${badge(verdict)}</td>
<td class="figure">${score ?? '-'}</td>${change}<td>${links.join(', ') || 'none'}</td></tr>`
  })
  const changeHead = report.baseline === undefined ? '' : '<th scope="col">Baseline</th>'
  const table = `<table>
<thead><tr><th scope="col">Scenario</th><th scope="col">Verdict</th><th scope="col">Score</th>${changeHead}<th scope="col">Findings</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  return scrollable('All scenarios', table)
}

const KINDS = {
  good: 'correct data',
  wrong: 'status 200 with stale, partial or false data',
  error: 'error status',
  broken: 'broken connection or body',
  silent: 'no answer',
} as const

function legend(): string {
  const entries = Object.entries(KINDS).map(
    ([kind, words]) => `<li><span class="key ${kind}"></span>${words}</li>`,
  )
  return `<ul class="legend" aria-label="Colours of requests">${entries.join('')}</ul>`
}
