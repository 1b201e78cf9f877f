/** Requests to paths that are no endpoint: usually a misconfigured client. */

import { pathOf } from '../api/routing/locate.js'
import type { Timeline } from '../grading/timeline.js'
import { basePrefix } from '../market/catalogue/bases.js'
import type { UnknownPath } from './report.js'

const MAX_LISTED = 10

/** Most requested first; the last entry sums up what exceeds the limit. */
export function unknownPathsOf({ requests, unmatched = [] }: Timeline): UnknownPath[] {
  const counts = new Map<string, number>(unmatched.map(({ path, count }) => [path, count]))
  for (const { asked } of requests) {
    if (asked.endpoint !== null) continue
    const path = `/${basePrefix(asked.network, asked.base)}${pathOf(asked.url)}`
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const sorted = [...counts].map(([path, count]) => ({ path, count })).sort((a, b) => b.count - a.count)
  const rest = sorted.slice(MAX_LISTED)
  const restCount = rest.reduce((sum, { count }) => sum + count, 0)
  return rest.length === 0
    ? sorted
    : [...sorted.slice(0, MAX_LISTED), { path: `${rest.length} other paths`, count: restCount }]
}
