/** Health probes: requests to a base that is not in use, in addition to a serving series that keeps its own pace. */

import { groupBy } from '../kit/maps.js'
import { firstIndexOf, maxOf, median } from '../kit/numbers/lists.js'
import type { BaseName } from '../market/catalogue/names.js'
import { gapsOf, isUseful, isUseless, type Requests, type TimelineRequest, WAVE_MS } from './timeline.js'

/** Fewer are occasional tries. */
const MIN_PROBES = 3
/** A serving series whose gap is longer has waited for the request in between. */
const MAX_GAP = 1.5
/** Probes are rarer than service. */
const MIN_RARER = 1.5
const MIN_BETWEEN = 2
/** A request so soon after a failure is a reaction to it. */
const REACTION_MS = 100
/** Gaps on each side that give the pace around a request. */
const NEIGHBOURS = 4

type ByBase = ReadonlyMap<BaseName, Requests>

/** Probes among the requests of one query by one client, by base. */
export function probesAmong(requests: Requests, isActedOn: (request: TimelineRequest) => boolean): ByBase {
  const byBase: ByBase = groupBy(requests, ({ asked }) => asked.base)
  if (byBase.size < 2) return new Map()
  const found = new Map<BaseName, Set<TimelineRequest>>()
  for (const [base, list] of byBase) {
    const extra = list.filter((_, index) => isExtra(list, index, byBase))
    if (extra.length >= MIN_PROBES) found.set(base, withRhythm(extra, list))
  }
  addWaves(found, byBase, isActedOn)
  return new Map([...found].map(([base, probes]) => [base, inOrder(probes)]))
}

function inOrder(requests: Iterable<TimelineRequest>): TimelineRequest[] {
  return [...requests].sort((a, b) => a.n - b.n)
}

/** Whether another base kept serving at its own pace, before and after. */
function isExtra(own: Requests, index: number, byBase: ByBase): boolean {
  const request = own[index]
  const ownGapMs = gapAround(own, index)
  for (const [base, list] of byBase) {
    if (base === request.asked.base) continue
    const after = firstIndexOf(list, ({ atMs }) => atMs > request.atMs)
    const [before, next] = [list[after - 1], list[after]]
    if (before === undefined || next === undefined) continue
    const paceMs = paceAround(list, after)
    const isInTime = next.atMs - before.atMs <= MAX_GAP * paceMs
    const isRarer = ownGapMs >= MIN_RARER * paceMs && mostBetween(list, own, index) >= MIN_BETWEEN
    if (isInTime && isRarer && isServed(before, request) && !isReaction(next, request)) return true
  }
  return false
}

/** The most requests of a list between one and its neighbours: a client that tries two bases in turn has one. */
function mostBetween(list: Requests, own: Requests, index: number): number {
  const countUntil = (request: TimelineRequest) => firstIndexOf(list, ({ atMs }) => atMs > request.atMs)
  const neighbours = [own[index - 1], own[index + 1]].filter((other) => other !== undefined)
  return maxOf(
    neighbours.map((other) => Math.abs(countUntil(other) - countUntil(own[index]))),
    0,
  )
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

function gapAround(list: Requests, index: number): number {
  return maxOf(gapsOf(list.slice(Math.max(0, index - 1), index + 2)), 0)
}

function paceAround(list: Requests, index: number): number {
  const near = list.slice(Math.max(0, index - NEIGHBOURS - 1), index + NEIGHBOURS)
  const gapsMs = gapsOf(near).filter((ms) => ms >= WAVE_MS)
  return gapsMs.length < 2 ? 0 : median(gapsMs)
}

const STEADY_SHARE = 0.6
const STEADY = 0.1

/** The interval of a steady series; undefined if it has none. */
export function rhythmOf(requests: Requests): number | undefined {
  const gapsMs = gapsOf(requests)
  const periodMs = median(gapsMs)
  const steady = gapsMs.filter((ms) => Math.abs(ms - periodMs) <= STEADY * periodMs)
  return gapsMs.length >= MIN_PROBES - 1 && steady.length >= STEADY_SHARE * gapsMs.length
    ? periodMs
    : undefined
}

/** How far from its due time a probe may be sent, as a share of its rhythm, where polls of the same base may be meant instead. */
const AMID_POLLS = 0.02

function isDue(list: Requests, index: number, dueMs: number, periodMs: number): boolean {
  const [before, { atMs }, next] = [list[index - 1], list[index], list[index + 1]]
  const isAwaiting = (before?.endMs ?? Infinity) > atMs
  const isAmidPolls = !isAwaiting && atMs - before.atMs < periodMs / 2 && next?.atMs - atMs < periodMs / 2
  return Math.abs(atMs - dueMs) <= WAVE_MS + (isAmidPolls ? AMID_POLLS : STEADY) * periodMs
}

/** Adds requests that are due in the rhythm of a steady series, while its base is in use or nothing serves. */
function withRhythm(extra: Requests, list: Requests): Set<TimelineRequest> {
  const probes = new Set(extra)
  const periodMs = rhythmOf(extra)
  if (periodMs === undefined) return probes
  for (const start of extra)
    for (const direction of [1, -1]) {
      let last: TimelineRequest | undefined = start
      while (last !== undefined) {
        const dueMs: number = last.atMs + direction * periodMs
        // An awaited one delays the next.
        const delayedMs: number = direction === 1 ? (last.endMs ?? Infinity) + periodMs : Infinity
        const next: TimelineRequest | undefined =
          nearest(list, dueMs, periodMs) ?? nearest(list, delayedMs, periodMs)
        if (next === undefined || probes.has(next)) break
        probes.add(next)
        last = next
      }
    }
  return probes
}

function nearest(list: Requests, dueMs: number, periodMs: number): TimelineRequest | undefined {
  const after = firstIndexOf(list, (request) => request.atMs > dueMs)
  const distance = (index: number) => (index in list ? Math.abs(list[index].atMs - dueMs) : Infinity)
  const closest = distance(after - 1) <= distance(after) ? after - 1 : after
  return closest in list && isDue(list, closest, dueMs, periodMs) ? list[closest] : undefined
}

/** Share of waves with a request to a base, for a base that is probed together with others. */
const MIN_TOGETHER = 0.8

/** Adds probes sent together with those of other bases, such as to the base in use. */
function addWaves(
  found: Map<BaseName, Set<TimelineRequest>>,
  byBase: ByBase,
  isActedOn: (request: TimelineRequest) => boolean,
): void {
  const others = [...found].flatMap(([base, probes]) => {
    const periodMs = rhythmOf(inOrder(probes)) ?? 0
    return Array.from(probes, ({ atMs }) => ({ base, atMs, periodMs }))
  })
  for (const [base, list] of byBase) {
    const probes = found.get(base) ?? new Set()
    const maxGapMs = MAX_GAP * median(gapsOf(list).filter((ms) => ms >= WAVE_MS))
    // Each as the last two requests that belong to a wave of probes of another base.
    const waves = others
      .filter((other) => other.base !== base)
      .map(({ atMs, periodMs }) =>
        [...list.keys()].filter((index) => isDue(list, index, atMs, periodMs)).slice(-2),
      )
    const isTogether = waves.filter(({ length }) => length > 0).length >= MIN_TOGETHER * waves.length
    for (const wave of waves) {
      const index = wave.findLast((at) => !isActedOn(list[at])) ?? wave.at(-1)
      if (index === undefined || wave.some((at) => probes.has(list[at]))) continue
      if (
        wave.length > 1 ||
        isBesideService(list, index) ||
        (isTogether && gapAround(list, index) > maxGapMs)
      )
        probes.add(list[index])
    }
    if (probes.size > 0) found.set(base, probes)
  }
}

/** Whether the series of its own base continues at its pace without it, or awaits an answer. */
function isBesideService(list: Requests, index: number): boolean {
  const [before, request, next] = [list[index - 1], list[index], list[index + 1]]
  if (before === undefined || next === undefined) return false
  const isWaiting = (before.endMs ?? Infinity) > request.atMs
  return isWaiting || next.atMs - before.atMs <= MAX_GAP * paceAround(list, index)
}
