/** The rule that acts on the frames of a stream at an instant: the first of those that matched its handshake. */

import type { ApiRequest } from '../../api/routing/request.js'
import type { StreamEffect } from '../../scenario/define.js'
import { faultOf } from '../../scenario/faults/index.js'
import type { RulesRun, ScenarioRun } from '../../scenario/run.js'
import type { RunningRule } from '../../scenario/running-rule.js'

/** The number of a connection among those that each rule has matched, by index of the rule, in the run that counted it. */
export interface CountedCalls {
  readonly runId: string | undefined
  readonly calls: ReadonlyMap<number, number>
}

/** The counts of a request that was just evaluated. */
export function countedBy(run: ScenarioRun | undefined, request: ApiRequest): CountedCalls {
  const matched = run?.matched(request) ?? []
  return { runId: run?.id, calls: new Map(matched.map(({ index, state }) => [index, state.matched])) }
}

export interface ActiveRule {
  readonly rule: RunningRule
  readonly call: number
  /** Begin and end of its window, virtual ms since 1970. */
  readonly beginMs: number
  readonly endMs: number
  /** Effect on the stream itself; empty for a fault of data. */
  readonly effect: StreamEffect
}

/** The rules of a run that act on the frames of a stream within their windows, in file order. */
export function frameRulesOf(
  run: RulesRun | undefined,
  request: ApiRequest,
  { runId, calls }: CountedCalls,
): readonly ActiveRule[] {
  if (run === undefined) return []
  const isCounted = run.id === runId
  return run.matched(request).flatMap((rule) => {
    const call = isCounted ? calls.get(rule.index) : undefined
    if (!rule.isForFrames || !rule.selects(call)) return []
    const { after, until = Number.POSITIVE_INFINITY } = rule.when
    const stage = faultOf(rule.rule.fault)?.stage
    return {
      rule,
      call: call ?? 0,
      beginMs: run.loadedAtMs + (after ?? 0),
      endMs: run.loadedAtMs + until,
      effect: stage?.on === 'stream' ? stage.effect(rule.rule.fault) : {},
    }
  })
}

/** The clock may go back to before the load time: a rule without a beginning is active there, too. */
export function isActive({ rule, beginMs, endMs }: ActiveRule, atMs: number): boolean {
  return (atMs >= beginMs || rule.when.after === undefined) && atMs < endMs
}
