/** Reads JSON reports of earlier rehearsals. */

import * as z from 'zod'
import { UserError } from '../../kit/errors.js'
import { readWithin } from '../../kit/files.js'
import { safeText } from '../../kit/text/terminal.js'
import { judgedByBaseline, withBaseline } from '../../rehearsal/baseline.js'
import type { Report } from '../../rehearsal/report.js'
import { toComparison } from '../../rehearsal/reporters/text.js'
import { reportWidth } from './output.js'
import { hasColours } from './reports.js'

const HINT = 'write the path of a file that --report json=<path> has written'

const MAX_REPORT_BYTES = 32 << 20

const VERDICT = z.string().min(1)

/** Fields that a comparison reads; version 1 may gain others. */
const REPORT = z.looseObject({
  version: z.literal(1),
  gmxSim: z.string(),
  seed: z.string(),
  verdict: VERDICT,
  score: z.number().nullable(),
  scenarios: z.array(
    z.looseObject({
      name: z.string(),
      verdict: VERDICT,
      score: z.number().nullable(),
      checks: z.array(
        z.looseObject({
          id: z.string(),
          verdict: VERDICT,
          measured: z.number().nullable(),
          unit: z.string(),
        }),
      ),
    }),
  ),
})

/** Rejects with a UserError, which names `source`, if the file is not a report. */
export async function readReport(path: string, source: string): Promise<Report> {
  const bytes = await readWithin(
    path,
    MAX_REPORT_BYTES,
    (reason) => new UserError(`${source} cannot be read`, `${path}: ${reason}`, HINT),
  )
  try {
    return REPORT.parse(JSON.parse(bytes.toString('utf8'))) as unknown as Report
  } catch {
    throw new UserError(`${source} is not a report of version 1`, path, HINT)
  }
}

/** Throws a UserError if the baseline has none of the scenarios: the comparison would be empty. */
export function requireShared({ scenarios }: Report, names: readonly string[], path: string): void {
  const known = scenarios.map(({ name }) => name)
  if (names.some((name) => known.includes(name))) return
  throw new UserError(
    '--baseline has none of these scenarios',
    `${path} has ${known.slice(0, 5).join(', ') || 'none'}`,
    'rehearse at least one of its scenarios, or leave it out',
  )
}

/** Sets exit code 5 if a scenario became worse, or was cut short in one of the reports. */
export async function rehearseDiff(earlier: string, later: string): Promise<void> {
  // In order, so that of two invalid files the first is reported.
  const before = await readReport(earlier, 'the earlier report')
  const after = await readReport(later, 'the later report')
  const compared = judgedByBaseline(withBaseline(after, before))
  const colours = hasColours(process.stdout)
  process.stdout.write(safeText(toComparison(compared, { width: reportWidth(), colours }), colours))
  if (compared.verdict === 'fail' || compared.baseline?.notCompared.length !== 0) process.exitCode = 5
}
