/** A self-contained HTML page, failures first. All text from programs and scenarios is escaped. */
import type { Timeline } from '../../grading/timeline.js'
import { escapeMarkup as safe } from '../../kit/svg/markup.js'
import { BOTH_SCHEMES, toPage } from '../../kit/svg/page.js'
import { PALETTE } from '../../kit/svg/palette.js'
import { headOf, type ReportHead } from '../head.js'
import type { Report } from '../report.js'
import {
  byUrgency,
  changesInWords,
  coverageInWords,
  runScoreInWords,
  scenariosByUrgency,
  scoreInWords,
  seedsInWords,
} from '../words.js'
import { badge, scrollable } from './html-checks.js'
import { HATCHES, SCRIPT, STYLE } from './html-look.js'
import { scenarioSection } from './html-scenario.js'
import type { ReporterOptions } from './style.js'

/** Timelines are in the order of the report's scenarios. */
export function writeHtml(
  report: Report,
  timelines: readonly Timeline[],
  options: Pick<ReporterOptions, 'commandOf'> = {},
): string {
  const sections = scenariosByUrgency(report).map(([scenario, index]) =>
    scenarioSection(scenario, timelines[index], index),
  )
  const head = headOf(report, timelines, options)
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
  return toPage({
    title: head.title,
    head: `${BOTH_SCHEMES}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${PALETTE}${STYLE}</style>`,
    body: `${HATCHES}
<header>
${headHtml(head, report)}
</header>
<main>
${findingsHtml(head)}
${report.scenarios.length < 2 ? '' : `<h2>Scenarios</h2>\n${overview(report)}`}
${legend()}
${sections.join('\n')}
</main>
<p id="status" role="status"></p>
<script>${SCRIPT}</script>`,
  })
}

function headHtml({ consequence, facts, command }: ReportHead, report: Report): string {
  const { verdict, baseline } = report
  const seeds = seedsInWords(report)
  const compared =
    baseline === undefined
      ? ''
      : `<p>Baseline: ${scoreInWords(baseline.score)}; ${changesInWords(baseline)}${seeds === undefined ? '' : `; ${safe(seeds)}`}.</p>`
  const rows = facts.map(([label, text]) => `<div><dt>${label}</dt><dd>${safe(text)}</dd></div>`)
  return `<h1>Rehearsal ${badge(verdict)} <span class="score">${safe(runScoreInWords(report))}</span></h1>
<p class="consequence">${safe(consequence)}</p>
<dl class="facts">${rows.join('')}</dl>
${compared}
${command === undefined ? '' : `<details class="fold"><summary>Reproduce</summary>${scrollable('Command', `<pre>${safe(command)}</pre>`)}</details>`}`
}

const MAX_FINDINGS = 8

/** By weight, each with its evidence; a link leads to the requests. */
function findingsHtml({ findings }: ReportHead): string {
  if (findings.length === 0) return ''
  const items = findings
    .slice(0, MAX_FINDINGS)
    .map(({ index, id, scenario, verdict, what, remedy, evidence }) => {
      const target = id === undefined ? `s${index}` : `s${index}-${id}`
      const name = id === undefined ? scenario : `${id} in ${scenario}`
      return `<li>${badge(verdict)} <a href="#${safe(target)}">${safe(name)}</a> <span class="what">${safe(what)}</span>
${remedy === '' ? '' : `<strong class="remedy">${safe(remedy)}</strong>`} <code>${evidence}</code></li>`
    })
  const more = findings.length > MAX_FINDINGS ? `<p>${findings.length - MAX_FINDINGS} more below.</p>` : ''
  return `<h2>Findings</h2>
<ol class="findings">${items.join('\n')}</ol>${more}`
}

function overview(report: Report): string {
  const rows = scenariosByUrgency(report).map(([scenario, index]) => {
    const { name, verdict, score, checks, baseline } = scenario
    const { failed, warned } = byUrgency(checks)
    const links = [...failed, ...warned].map(
      ({ id, verdict }) => `<a class="${verdict}" href="#s${index}-${safe(id)}">${safe(id)}</a>`,
    )
    const change = report.baseline === undefined ? '' : `<td>${baseline?.change ?? 'new'}</td>`
    return `<tr><th scope="row"><a href="#s${index}">${safe(name)}</a></th><td>${badge(verdict)}</td>
<td class="figure">${score ?? '-'} <small>${coverageInWords(scenario)}</small></td>${change}<td>${links.join(', ') || 'none'}</td></tr>`
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
