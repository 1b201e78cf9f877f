/** A self-contained HTML page. All text from programs and scenarios is escaped. */

import type { Timeline } from '../../grading/timeline.js'
import { escapeMarkup as safe } from '../../svg/markup.js'
import { BOTH_SCHEMES, toPage } from '../../svg/page.js'
import { PALETTE } from '../../svg/palette.js'
import type { Report, ScenarioReport } from '../report.js'
import { SCRIPT, STYLE } from './html-look.js'
import { badge, scenarioSection, scrollable } from './html-scenario.js'

/** Timelines are in the order of the report's scenarios. */
export function writeHtml(report: Report, timelines: readonly Timeline[]): string {
  const { verdict, score, seed, gmxSim, scenarios } = report
  const title = `Rehearsal: ${verdict}${score === null ? '' : `, ${score} of 100`}`
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
  return toPage({
    title,
    head: `${BOTH_SCHEMES}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${PALETTE}${STYLE}</style>`,
    body: `<header>
<h1>Rehearsal ${badge(verdict)} ${score === null ? '' : `<span class="score">${score} <small>of 100</small></span>`}</h1>
<p>Seed <code>${safe(seed)}</code>, gmx-sim ${safe(gmxSim)}. Point at a request, a dot or a check to see more; click a check for its
evidence; arrow keys go from request to request.</p>
</header>
<main>
${overview(scenarios)}
${legend()}
${scenarios.map((scenario, index) => scenarioSection(scenario, timelines[index], index)).join('\n')}
</main>
<p id="told" role="status"></p>
<script>${SCRIPT}</script>`,
  })
}

function overview(scenarios: readonly ScenarioReport[]): string {
  const rows = scenarios.map(({ name, verdict, score, checks }, index) => {
    const bad = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const links = bad.map(
      ({ id, verdict }) => `<a class="${verdict}" href="#s${index}-${safe(id)}">${safe(id)}</a>`,
    )
    return `<tr><th scope="row"><a href="#s${index}">${safe(name)}</a></th><td>${badge(verdict)}</td>
<td class="figure">${score ?? '-'}</td><td>${links.join(', ') || 'nothing to mend'}</td></tr>`
  })
  const table = `<table>
<thead><tr><th scope="col">Scenario</th><th scope="col">Verdict</th><th scope="col">Score</th><th scope="col">To mend</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  return scrollable('All scenarios', table)
}

const KINDS = {
  good: 'right data',
  wrong: 'status 200, but old, short or false data',
  error: 'another status',
  broken: 'a connection or body that broke',
  silent: 'no answer',
} as const

function legend(): string {
  const entries = Object.entries(KINDS).map(
    ([kind, words]) => `<li><span class="key ${kind}"></span>${words}</li>`,
  )
  return `<ul class="legend" aria-label="What the colours of requests mean">${entries.join('')}</ul>`
}
