/** Report formats, all produced from one report and its timelines. */

import type { Timeline } from '../../grading/timeline.js'
import { safeJson } from '../../kit/text/terminal.js'
import type { Report } from '../report.js'
import { writeHar } from './har.js'
import { writeHtml } from './html.js'
import { toGithub, toJunit } from './junit.js'
import { toMarkdown, writeFinding } from './markdown.js'
import { type ReporterOptions, toText } from './text.js'

export interface Reporter {
  readonly about: string
  /** Returns the text, or pieces if it may exceed the longest string. */
  write(report: Report, timelines: readonly Timeline[], options: ReporterOptions): string | Iterable<string>
}

export const REPORTERS = {
  text: {
    about: 'the summary, for a terminal',
    write: (report, _, options) => toText(report, options),
  },
  json: { about: 'everything, for programs', write: (report) => `${safeJson(report)}\n` },
  junit: { about: 'JUnit XML for CI systems', write: toJunit },
  markdown: { about: 'the summary of a CI job', write: toMarkdown },
  github: { about: 'an annotation of a GitHub job per change', write: toGithub },
  html: {
    about: 'a self-contained page with the summary, every request and the faults that were active',
    write: writeHtml,
  },
  har: { about: "HAR 1.2 for a browser's network panel", write: writeHar },
  finding: { about: 'the first change as Markdown, to open an issue with', write: writeFinding },
} as const satisfies Readonly<Record<string, Reporter>>

export type ReportFormat = keyof typeof REPORTERS

export const FORMATS = Object.keys(REPORTERS) as readonly ReportFormat[]
