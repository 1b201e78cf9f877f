/** The rule that acts on the frames of a stream at an instant: the first of those that matched its handshake. */

import type { ApiRequest } from '../../api/routing/request.js'
import type { StreamEffect } from '../../scenario/define.js'
import { faultOf } from '../../scenario/faults/index.js'
import type { RulesRun } from '../../scenario/run.js'
import type { RunningRule } from '../../scenario/running-rule.js'

export interface ActiveRule {
  readonly rule: RunningRule
  readonly call: number
  /** Begin of its window, virtual ms since 1970. */
  readonly beginMs: number
  /** What happens to the stream itself; empty for a fault of data. */
  readonly effect: StreamEffect
}

/** The rules of a run that act on the frames of a stream within their windows, in file order. `countedId` is the run that counted its handshake. */
export function frameRulesOf(
  run: RulesRun | undefined,
  request: ApiRequest,
  countedId: string,
): readonly ActiveRule[] {
  if (run === undefined) return []
  return run.matched(request).flatMap((rule) => {
    const call = run.id === countedId ? request.upgrade?.calls?.get(rule.index) : undefined
    if (!rule.isForFrames || !rule.selects(call)) return []
    const stage = faultOf(rule.rule.fault)?.stage
    return {
      rule,
      call: call ?? 0,
      beginMs: run.loadedAtMs + (rule.when.after ?? 0),
      effect: stage?.on === 'stream' ? stage.effect(rule.rule.fault) : {},
    }
  })
}
