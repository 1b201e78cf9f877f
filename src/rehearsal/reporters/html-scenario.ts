/** The section of one scenario: failures, requests by base, lack and age of data, prices, and the other checks. */

import type { Timeline } from '../../grading/timeline.js'
import { escapeMarkup as safe } from '../../kit/svg/markup.js'
import type { ScenarioReport } from '../report.js'
import {
  coverageInWords,
  differencesInWords,
  evidenceInWords,
  herdInWords,
  scoreInWords,
  unknownPathsInWords,
  unmatchedInWords,
} from '../words.js'
import { badge, checkSections, scrollable } from './html-checks.js'
import { comparisonHtml } from './html-comparison.js'
import { drawings } from './html-figures.js'

/** `index` makes the ids of the page unique. */
export function scenarioSection(
  scenario: ScenarioReport,
  timeline: Timeline | undefined,
  index: number,
): string {
  const { name, verdict, score, checks } = scenario
  const { urgent, rest } = checkSections(checks, timeline, `s${index}`)
  return `<section id="s${index}" class="${verdict.replace(' ', '-')}" aria-labelledby="s${index}-name">
<h2 id="s${index}-name">${safe(name)} ${badge(verdict)} <span class="score">${score ?? ''} <small>${coverageInWords(scenario)}</small></span></h2>
${causesOf(scenario).join('\n')}
${timeline === undefined ? '' : drawings(timeline, checks)}
${comparisonHtml(scenario)}
${urgent === '' ? '' : `<h3>Failures and warnings</h3>`}
${urgent}
${notesOf(scenario).join('\n')}
${rest}
${
  timeline === undefined
    ? ''
    : `${folded('Scenario', timeline.text)}
${folded('Output of the client, its last lines', outputOf(timeline))}`
}
</section>`
}

function folded(summary: string, text: string | undefined): string {
  if (!text) return ''
  return `<details class="fold"><summary>${summary}</summary>${scrollable(summary, `<pre>${safe(text)}</pre>`)}</details>`
}

function outputOf({ programs }: Timeline): string | undefined {
  const shown = programs.find(({ exitMs }) => exitMs !== null) ?? programs.at(0)
  return shown?.output?.join('\n')
}

/** Paragraphs that explain the failures. */
function causesOf(scenario: ScenarioReport): string[] {
  const { program, problem, unknownPaths, baseline } = scenario
  const notes: string[] = []
  const differences = differencesInWords(scenario)
  if (problem !== undefined) notes.push(`<p class="problem">${safe(problem)}</p>`)
  if (baseline !== undefined)
    notes.push(
      `<p>Baseline: ${baseline.verdict}, ${scoreInWords(baseline.score)}: ${baseline.change}${differences === undefined ? '' : `; ${differences}`}.</p>`,
    )
  if (program.exitCode !== null) notes.push(`<p>The program exited with code ${program.exitCode}.</p>`)
  if (program.lastLines !== undefined && program.lastLines.length > 0)
    notes.push(scrollable('Last output', `<pre>${safe(program.lastLines.join('\n'))}</pre>`))
  if (unknownPaths !== undefined)
    notes.push(`<p class="problem">Unknown paths: ${safe(unknownPathsInWords(unknownPaths))}</p>`)
  return notes
}

function notesOf(scenario: ScenarioReport): string[] {
  const { herd, traffic = [] } = scenario
  const unmatched = unmatchedInWords(scenario)
  const notes = traffic.map((line) => `<p>${safe(line)}</p>`)
  if (unmatched !== undefined) notes.push(`<p>Observations: ${safe(unmatched)}.</p>`)
  if (herd !== undefined)
    notes.push(`<p>Herd: ${safe(herdInWords(herd))}. <code>${evidenceInWords(herd, 10)}</code></p>`)
  return notes
}
