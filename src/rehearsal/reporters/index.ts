/** Report formats, all produced from one report and its timelines. */

import type { Timeline } from '../../grading/timeline.js'
import { safeJson } from '../../kit/text/terminal.js'
import type { Report } from '../report.js'
import { writeHar } from './har.js'
import { writeHtml } from './html.js'
import { toGithub, toJunit } from './junit.js'
import { toMarkdown, writeFinding } from './markdown.js'
import { type ReporterOptions, toText } from './text.js'

/** Writes a report as text, in pieces if it may exceed the longest string. */
type Reporter = (
  report: Report,
  timelines: readonly Timeline[],
  options: ReporterOptions,
) => string | Iterable<string>

export const REPORTERS = {
  text: (report, _, options) => toText(report, options),
  json: (report) => `${safeJson(report)}\n`,
  junit: toJunit,
  markdown: toMarkdown,
  github: toGithub,
  html: writeHtml,
  har: writeHar,
  finding: writeFinding,
} as const satisfies Readonly<Record<string, Reporter>>

export type ReportFormat = keyof typeof REPORTERS

export const FORMATS = Object.keys(REPORTERS) as readonly ReportFormat[]
