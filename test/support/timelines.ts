/** `rehearse`, with the timelines of its reports. */

import type { RehearseOptions } from '../../src/entrypoints/index.js'
import { rehearseInProcess } from '../../src/entrypoints/testing/rehearse-in-process.js'
import type { Timeline } from '../../src/grading/timeline.js'
import type { Report } from '../../src/rehearsal/report.js'

const kept = new WeakMap<Report, readonly Timeline[]>()

export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { report, timelines } = await rehearseInProcess(options)
  kept.set(report, timelines)
  return report
}

/** Timelines of a report, one per scenario. */
export function timelinesOf(report: Report): readonly Timeline[] {
  return kept.get(report) ?? []
}
