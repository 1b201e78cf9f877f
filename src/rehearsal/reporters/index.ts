/** Report formats, all produced from one report and its timelines. */
import type { Timeline } from '../../grading/timeline.js'
import type { Report } from '../report.js'
import { toJunit } from './junit.js'
import { toMarkdown } from './markdown.js'
import { type TextOptions, toText } from './text.js'

type Written = string | Iterable<string>

export interface Reader {
  readonly about: string
  /** Returns the text, or pieces if it may exceed the longest string. */
  read(report: Report, timelines: readonly Timeline[], options: TextOptions): Written | Promise<Written>
}

export const READERS = {
  text: { about: 'a card for a person', read: (report, _timelines, options) => toText(report, options) },
  json: { about: 'all of it, for programs', read: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { about: "JUnit's XML, for CI systems", read: (report) => toJunit(report) },
  markdown: { about: 'for the summary of a CI step', read: (report) => toMarkdown(report) },
  html: {
    about: 'one page that opens from disk: every request, and what was wrong meanwhile',
    read: async (report, timelines) => (await import('./html.js')).writeHtml(report, timelines),
  },
  har: {
    about: "HAR 1.2, for a browser's network panel",
    read: async (report, timelines) => (await import('./har.js')).writeHar(report, timelines),
  },
} as const satisfies Readonly<Record<string, Reader>>

export type Format = keyof typeof READERS

export const FORMATS = Object.keys(READERS) as readonly Format[]
