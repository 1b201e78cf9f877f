/** Health probes: requests to a base that is not in use, in addition to a serving series that keeps its own pace. */

import { groupBy } from '../kit/maps.js'
import { firstIndexOf, maxBy, maxOf, median } from '../kit/numbers/lists.js'
import type { BaseName } from '../market/catalogue/names.js'
import { gapsOf, isUseful, isUseless, type Requests, type TimelineRequest, WAVE_MS } from './timeline.js'

/** Fewer are occasional tries. */
const MIN_PROBES = 3
/** More requests around the time when a probe is due are storms. */
const MAX_DUE = 20
/** A serving series whose gap is longer has waited for the request in between, or has no pace. */
const MAX_GAP = 1.5
/** Probes are rarer than service. */
const MIN_RARER = 1.5
/** A request so soon after a failure is a reaction to it. */
const REACTION_MS = 100
/** Gaps on each side that show the pace around a request. */
const NEIGHBOURS = 4

type ByBase = ReadonlyMap<BaseName, Requests>

/** Probes among the requests of one query by one client, by base. */
export function probesAmong(requests: Requests): ByBase {
  const byBase: ByBase = groupBy(requests, ({ asked }) => asked.base)
  const found = Array.from(byBase, ([base, list]) => {
    return { base, list, extra: list.filter((_, index) => isExtra(list, index, byBase)) }
  }).filter(({ extra }) => extra.length > 0)
  if (found.flatMap(({ extra }) => extra).length < MIN_PROBES) return new Map()
  const most = maxBy(found, ({ extra }) => extra.length)
  const periodMs = most && rhythmOf(most.extra)
  if (periodMs === undefined) return new Map(found.map(({ base, extra }) => [base, extra]))
  const isAdditional = (request: TimelineRequest) => !hasFailedOver(request, requests)
  return new Map(
    found.map(({ base, list, extra }) => [base, withDue(extra, list.filter(isAdditional), periodMs)]),
  )
}

/** Whether the client went on at once when a request failed: it needed the answer. */
function hasFailedOver(request: TimelineRequest, requests: Requests): boolean {
  const next = requests[firstIndexOf(requests, ({ n }) => n > request.n)]
  return next !== undefined && isReaction(next, request)
}

/** Adds requests that are due in a steady rhythm, which all bases share, as while nothing serves. */
function withDue(extra: Requests, list: Requests, periodMs: number): Requests {
  const probes = new Set(extra)
  for (const direction of [1, -1])
    for (const start of extra) {
      let last: TimelineRequest | undefined = start
      while (last !== undefined) {
        const dueMs: number = last.atMs + direction * periodMs
        const from = firstIndexOf(list, ({ atMs }) => atMs >= dueMs - STEADY * periodMs)
        const due = list.slice(from, from + MAX_DUE).filter(({ atMs }) => atMs <= dueMs + STEADY * periodMs)
        const next: TimelineRequest | undefined = maxBy(due, ({ atMs }) => -Math.abs(atMs - dueMs))
        last = next === undefined || probes.has(next) ? undefined : next
        if (last !== undefined) probes.add(last)
      }
    }
  return [...probes].sort((a, b) => a.n - b.n)
}

/** Whether another base kept serving at its own pace, before and after. */
function isExtra(own: Requests, index: number, byBase: ByBase): boolean {
  const request = own[index]!
  const ownGapMs = maxOf(gapsOf(own.slice(Math.max(0, index - 1), index + 2)), 0)
  for (const [base, list] of byBase) {
    if (base === request.asked.base) continue
    const after = firstIndexOf(list, ({ atMs }) => atMs > request.atMs)
    const [before, next] = [list[after - 1], list[after]]
    if (before === undefined || next === undefined) continue
    const paceMs = paceAround(list, after)
    const isInTime = next.atMs - before.atMs <= MAX_GAP * paceMs
    const isRarer = ownGapMs >= MIN_RARER * paceMs
    if (isInTime && isRarer && isServed(before, request)) return true
  }
  return false
}

/** A request while another one is open is a hedge; one after a failure is a failover. */
function isServed(before: TimelineRequest, { atMs }: TimelineRequest): boolean {
  const isOver = (before.endMs ?? Infinity) <= atMs
  if (atMs - before.atMs < WAVE_MS) return !(isOver && isUseless(before))
  return isOver && isUseful(before)
}

function isReaction({ atMs }: TimelineRequest, to: TimelineRequest): boolean {
  return isUseless(to) && to.endMs !== null && atMs >= to.endMs && atMs < to.endMs + REACTION_MS
}

/** 0 without a steady one, as of a client that chooses bases at random. */
function paceAround(list: Requests, index: number): number {
  const near = list.slice(Math.max(0, index - NEIGHBOURS - 1), index + NEIGHBOURS)
  const gapsMs = gapsOf(near).filter((ms) => ms >= WAVE_MS)
  const paceMs = gapsMs.length < 2 ? 0 : median(gapsMs)
  const steady = gapsMs.filter((ms) => ms <= MAX_GAP * paceMs)
  return steady.length >= STEADY_SHARE * gapsMs.length ? paceMs : 0
}

const STEADY_SHARE = 0.6
const STEADY = 0.1

/** The interval of a steady series; undefined if it has none. */
export function rhythmOf(requests: Requests): number | undefined {
  const gapsMs = gapsOf(requests)
  const periodMs = median(gapsMs)
  const steady = gapsMs.filter((ms) => Math.abs(ms - periodMs) <= STEADY * periodMs)
  return gapsMs.length > 0 && steady.length >= STEADY_SHARE * gapsMs.length ? periodMs : undefined
}
