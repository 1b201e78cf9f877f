import type { Bases } from '../../market/catalogue/bases.js'
import { unknownBases } from '../../scenario/known-bases.js'
import { describeIssue } from '../../scenario/read/issues.js'

/** Problems with `network` and `base` of a query or body, or of its `match`. */
export function unknownBaseProblems(given: unknown, bases: Bases): string[] {
  if (typeof given !== 'object' || given === null) return []
  const { match } = given as { readonly match?: unknown }
  const issues = [...unknownBases(given, [], bases), ...unknownBases(match, ['match'], bases)]
  return issues.map((issue) => describeIssue(issue, given))
}
