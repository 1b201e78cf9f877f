/** How a client distributes its requests over bases, as text: policies and health probes. */

import { groupBy } from '../kit/maps.js'
import { maxOf, minOf } from '../kit/numbers/lists.js'
import { pluralize } from '../kit/text/words.js'
import type { BaseName } from '../market/catalogue/names.js'
import { timeInWords } from './checks/define.js'
import { type ProbeSeries, type Series, seriesOf } from './series.js'
import { gapsOf, type Timeline } from './timeline.js'

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** One line per policy or rhythm of each network and endpoint, the same for all copies. */
export function trafficOf(timeline: Timeline): string[] {
  const lines = seriesOf(timeline).flatMap((series) => {
    const about = `${series.network}${series.endpoint === null ? '' : ` ${series.endpoint}`}`
    return [...policyInWords(timeline, series), ...probesInWords(timeline, series)].map(
      (line) => `${about}: ${line}`,
    )
  })
  return [...new Set(lines)]
}

function policyInWords({ bases }: Timeline, { network, policy }: Series): string[] {
  if (policy.kind === 'single') return []
  const { length } = policy.bases
  if (policy.kind === 'balanced') return [`balances requests over ${pluralize(length, 'base')}`]
  return [`asks ${length === bases[network].length ? 'all ' : ''}${COUNTS[length] ?? length} bases at once`]
}

/** Bases with the same rhythm share a line. */
function probesInWords({ bases }: Timeline, { network, probes }: Series): string[] {
  return [...groupBy(probes, rhythmInWords)].map(([rhythm, alike]) => {
    const probed = bases[network].filter((name) => alike.some(({ base }) => base === name))
    return `probes ${inList(probed)} ${rhythm}`
  })
}

function rhythmInWords({ requests, periodMs }: ProbeSeries): string {
  if (periodMs !== undefined) return `every ${timeInWords(Math.round(periodMs / 100) * 100)}`
  const gapsMs = gapsOf(requests)
  if (gapsMs.length === 0) return 'once'
  return `every ${timeInWords(minOf(gapsMs))} to ${timeInWords(maxOf(gapsMs))}`
}

function inList(bases: readonly BaseName[]): string {
  return bases.length < 2 ? bases.join() : `${bases.slice(0, -1).join(', ')} and ${bases[bases.length - 1]}`
}
