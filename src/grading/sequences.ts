/** Retries told by the sequence of requests, where pauses are as long as the poll period. */

import type { BaseName } from '../market/catalogue/names.js'
import { isAnswered, isFailed, type TimelineRequest } from './timeline.js'

export interface Sequence {
  /** Retries and failovers. */
  readonly attempts: ReadonlySet<TimelineRequest>
  /** Failures at one base before a failover that may be polls or retries. */
  readonly doubtful?: readonly TimelineRequest[]
}

/** Failures in a row at one base, left at once for another. */
interface Chain {
  readonly requests: readonly TimelineRequest[]
  readonly failover: TimelineRequest
}

/** A failover follows the last failure at once. */
const AT_ONCE_MS = 250

/**
 * A client that repeats a query at a base before each failover retries: polls would have stopped at the first lone failure. One such chain
 * is either, unless two pauses are none of `periodMs`; a lone visit since shows polls of a circuit breaker.
 */
export function sequenceOf(requests: readonly TimelineRequest[], periodMs: number): Sequence {
  const attempts = new Set<TimelineRequest>()
  let doubtful: readonly TimelineRequest[] | undefined
  for (const chains of outagesIn(requests)) {
    const long = chains.filter((chain) => chain.requests.length > 1)
    const isRepeated = long.length > 1 && long.length * 2 > chains.length
    if (isRepeated || long.some((chain) => isSlower(chain, periodMs)))
      for (const { requests, failover } of long)
        for (const request of [...requests.slice(1), failover]) attempts.add(request)
    else if (long.length === 1 && chains.length === 1) doubtful ??= long[0].requests
  }
  return { attempts, ...(doubtful && { doubtful }) }
}

/** A busy machine delays one poll. */
const MIN_LATE = 2
const LATE = 1.5

function isSlower({ requests }: Chain, periodMs: number): boolean {
  const pausesMs = requests.slice(1).map(({ atMs }, index) => atMs - (requests[index].endMs ?? atMs))
  return pausesMs.filter((ms) => ms > LATE * periodMs).length >= MIN_LATE
}

/** Chains at each base, from one answer there to the next. */
function outagesIn(requests: readonly TimelineRequest[]): readonly (readonly Chain[])[] {
  const all: Chain[][] = []
  const open = new Map<BaseName, Chain[]>()
  let failed: TimelineRequest[] = []
  for (const request of requests) {
    const { base } = request.asked
    const last = failed.at(-1)
    if (last !== undefined && last.asked.base !== base) {
      const chains = open.get(last.asked.base) ?? []
      const pauseMs = request.atMs - (last.endMs ?? Infinity)
      if (pauseMs >= 0 && pauseMs <= AT_ONCE_MS) {
        if (chains.length === 0) all.push(chains)
        chains.push({ requests: failed, failover: request })
        open.set(last.asked.base, chains)
      }
      failed = []
    }
    if (isFailed(request)) failed.push(request)
    else failed = []
    if (isAnswered(request)) open.delete(base)
  }
  return all
}
