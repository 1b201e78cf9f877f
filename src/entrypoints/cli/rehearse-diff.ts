/** `gmx-sim rehearse diff`: compares two JSON reports. */
import { hasRegressions, judgedByBaseline, withBaseline } from '../../rehearsal/baseline.js'
import { toComparison } from '../../rehearsal/reporters/comparison.js'
import { readReport } from './baseline-file.js'
import { reportWidth } from './output.js'
import { hasColours } from './reports.js'

/** Sets exit code 5 if a scenario became worse. */
export async function rehearseDiff(earlier: string, later: string): Promise<void> {
  // In order, so that of two invalid files the first is reported.
  const before = await readReport(earlier, 'the earlier report')
  const after = await readReport(later, 'the later report')
  const compared = judgedByBaseline(withBaseline(after, before))
  process.stdout.write(toComparison(compared, { width: reportWidth(), colours: hasColours(process.stdout) }))
  if (hasRegressions(compared)) process.exitCode = 5
}
