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
  /** Its effect on the stream itself; empty for a fault of data. */
  readonly effect: StreamEffect
  /** The instant at which it closes the stream. */
  readonly drop?: { readonly atMs: number; readonly code: number } | undefined
}

/** A stream when it was opened: its request, its instant, and the run that counted it. */
interface Opened {
  readonly request: ApiRequest
  readonly openedAtMs: number
  readonly runId: string
}

/** The rules of a run that act on the frames of a stream within their windows, in file order. */
export function frameRulesOf(
  run: RulesRun | undefined,
  { request, openedAtMs, runId }: Opened,
): readonly ActiveRule[] {
  if (run === undefined) return []
  const isOfRun = run.id === runId
  return run.matched(request).flatMap((rule) => {
    const call = isOfRun ? request.upgrade?.calls?.get(rule.id) : undefined
    if (!rule.isForFrames || !rule.selects(call)) return []
    const beginMs = Math.max(
      run.loadedAtMs + (rule.when.after ?? 0),
      rule.state.addedAtMs ?? Number.NEGATIVE_INFINITY,
    )
    const stage = faultOf(rule.rule.fault)?.stage
    const effect = stage?.on === 'stream' ? stage.effect(rule.rule.fault) : {}
    const active = { rule, call: call ?? 0, beginMs, effect }
    if (effect.drop === undefined) return active
    const { afterMs, code } = effect.drop
    // Spares streams that are younger.
    if (afterMs === null && isOfRun && openedAtMs >= beginMs) return []
    const atMs = afterMs === null ? beginMs : Math.max(beginMs, openedAtMs) + afterMs
    return { ...active, drop: { atMs, code } }
  })
}
