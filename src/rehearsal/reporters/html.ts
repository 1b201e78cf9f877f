/** A self-contained HTML page: the summary, then the scenarios, folded, failures first. All text from programs and scenarios is escaped. */

import type { Timeline } from '../../grading/timeline.js'
import type { OutcomeClass } from '../../kit/outcome-class.js'
import { BOTH_SCHEMES, DRAWING_STYLE, PALETTE, toPage } from '../../kit/svg/page.js'
import { escapeMarkup as safe } from '../../kit/svg/tree.js'
import { pluralize } from '../../kit/text/words.js'
import { headOf, type ReportHead } from '../head.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { evidenceLines, noteLines } from '../summary-words.js'
import * as words from '../words.js'
import { badge, checkSections, drawings, scrollable } from './html-figures.js'
import { HATCHES, SCRIPT, STYLE } from './html-look.js'
import type { ReporterOptions } from './text.js'

/** Timelines are in the order of the report's scenarios. */
export function writeHtml(
  report: Report,
  timelines: readonly Timeline[],
  options: Pick<ReporterOptions, 'commandOf'> = {},
): string {
  const sections = words
    .scenariosByUrgency(report)
    .map(([scenario, index]) => scenarioSection(scenario, timelines[index], index, report))
  const head = headOf(report, timelines, options)
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
  return toPage({
    title: head.title,
    head: `${BOTH_SCHEMES}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${PALETTE}${DRAWING_STYLE}${STYLE}</style>`,
    body: `${HATCHES}
<header>
${titleHtml(head, report)}
</header>
<main>
${changesHtml(head)}
${factsHtml(head)}
<h2>Scenarios</h2>
${LEGEND}
${sections.join('\n')}
</main>
<p id="status" role="status"></p>
<script>${SCRIPT}</script>`,
  })
}

function titleHtml({ title, changes }: ReportHead, { verdict }: Report): string {
  const outcome = words.verdictInWords(verdict, changes.length)
  const rest = title.slice(`Rehearsal: ${outcome}, `.length)
  return `<h1>Rehearsal ${badge(verdict, outcome)} <span class="score">${safe(rest)}</span></h1>`
}

function factsHtml({ facts }: ReportHead): string {
  const rows = facts.map(([label, text]) => `<div><dt>${safe(label)}</dt><dd>${safe(text)}</dd></div>`)
  return `<dl class="facts">${rows.join('')}</dl>`
}

/** Worst first, each with a link to the requests of its worst case, and the command that shows it again. */
function changesHtml({ consequence, changes, notes, command }: ReportHead): string {
  const items = changes.map((change) => {
    const { level, verdict, sentence, worst, again } = change
    const lines = evidenceLines(change).map((line) => `<li>${safe(line)}</li>`)
    return `<li><span class="badge ${verdict}">${level}</span> <strong>${safe(sentence)}</strong>
<ul>${lines.join('')}<li><a href="#s${worst.index}-${safe(worst.check.id)}">Requests of ${safe(worst.scenario)}</a></li></ul>
${folded('Reproduce', again, 'Command')}</li>`
  })
  const listed =
    items.length === 0
      ? `<p class="consequence">${safe(consequence)}</p>${folded('Reproduce', command, 'Command')}`
      : `<h2>${pluralize(items.length, 'change')}, worst first</h2>\n<ol class="changes">${items.join('\n')}</ol>`
  return `${listed}\n<ul class="notes">${notes.map((note) => `<li>${safe(note)}</li>`).join('')}</ul>`
}

const OUTCOMES: Readonly<Record<OutcomeClass, string>> = {
  good: 'correct data',
  wrong: 'status 200 with stale, partial or false data',
  error: 'error status',
  broken: 'broken connection or body',
  silent: 'no answer',
}
const LEGEND = `<ul class="legend" aria-label="Colours of requests">${Object.entries(OUTCOMES)
  .map(([kind, about]) => `<li><span class="key ${kind}"></span>${about}</li>`)
  .join('')}</ul>`

/** `index` makes the ids of the page unique. */
function scenarioSection(
  scenario: ScenarioReport,
  timeline: Timeline | undefined,
  index: number,
  report: Report,
): string {
  const { name, verdict, score, checks, baseline } = scenario
  const { programs = [] } = timeline ?? {}
  const shown = programs.find(({ exitMs }) => exitMs !== null) ?? programs.at(0)
  const output = shown?.output?.join('\n')
  const open = checks.filter(words.isOpen)
  const ids = open.map(({ id, verdict }) => `<span class="${verdict}">${safe(id)}</span>`).join(', ')
  const change = baseline === undefined || baseline.change === 'equal' ? '' : ` ${baseline.change}`
  const { urgent, rest } = checkSections(checks, timeline, `s${index}`)
  return `<details id="s${index}" class="scenario ${verdict.replace(' ', '-')}"${report.scenarios.length === 1 ? ' open' : ''}>
<summary><h3>${safe(name)}</h3> ${badge(verdict, words.verdictInWords(verdict, open.length))}${change} <span class="score">${score ?? ''}</span> <span class="open">${ids}</span></summary>
${notesOf(scenario, report)}
${timeline === undefined ? '' : drawings(timeline, checks)}
${comparisonHtml(scenario)}
${urgent === '' ? '' : `<h4>Failures and warnings</h4>`}
${urgent}
${rest}
${timeline === undefined ? '' : `${folded('Scenario', timeline.text)}\n${folded('Output of the client, its last lines', output)}`}
</details>`
}

function folded(summary: string, text: string | undefined, label = summary): string {
  if (!text) return ''
  return `<details class="fold"><summary>${summary}</summary>${scrollable(label, `<pre>${safe(text)}</pre>`)}</details>`
}

/** Notes on a scenario, and how its program ended. */
function notesOf(scenario: ScenarioReport, { baseline: _, notAsked: __, ...report }: Report): string {
  const { exitCode, lastLines } = scenario.program
  const notes = [
    ...noteLines({ ...report, scenarios: [scenario] }),
    ...(exitCode === null ? [] : [`the program exited with code ${exitCode}`]),
  ]
  const output = lastLines && scrollable('Last output', `<pre>${safe(lastLines.join('\n'))}</pre>`)
  return `${notes.map((note) => `<p>${safe(note)}</p>`).join('\n')}${output ?? ''}`
}

/** Checks that differ from the baseline; empty without one that has the scenario. */
function comparisonHtml({ baseline, checks }: ScenarioReport): string {
  if (baseline === undefined) return ''
  const rows = checks.filter((check) => check.baseline !== undefined && check.baseline.change !== 'equal')
  return `<h4>Baseline</h4>\n${rows.length === 0 ? '<p>No check changed.</p>' : changesTable(rows)}`
}

function changesTable(checks: readonly CheckReport[]): string {
  const rows = checks.map((check) => {
    const states = [check.baseline, check].map((at) => {
      const measured = at?.measured ?? null
      return `<td>${at && badge(at.verdict)} ${measured === null ? '' : safe(words.valueInWords(measured, check.unit))}</td>`
    })
    return `<tr><th scope="row">${safe(check.id)}</th>${states.join('')}<td>${check.baseline?.change}</td></tr>`
  })
  return tableHtml('Checks that changed', ['Check', 'Baseline', 'This run', 'Change'], rows)
}

function tableHtml(label: string, columns: readonly string[], rows: readonly string[]): string {
  const head = columns.map((name) => `<th scope="col">${name}</th>`).join('')
  return scrollable(
    label,
    `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>${rows.join('\n')}</tbody></table>`,
  )
}
