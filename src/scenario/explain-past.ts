/**
 * Explains why each rule fired or not for a past request. Nothing is stored for this: counts of the time are the current ones less all
 * later requests.
 */
import type { ApiRequest } from '../api/routing/request.js'
import type { RuleReason, RulesRun } from './run-types.js'

/** A request decided by a run. */
export interface PastRequest {
  readonly asked: ApiRequest
  /** Whether its URL was kept in full. */
  readonly isWhole: boolean
  /** The rule that fired. */
  readonly rule: string | null
}

export interface PastReason extends RuleReason {
  /** 1-based match number; null if the rule did not match. */
  readonly call: number | null
}

/** `since` are the requests decided since, `then` included. */
export function explainThen(run: RulesRun, then: PastRequest, since: Iterable<PastRequest>): PastReason[] {
  const before = new Map(run.all.map(({ id, state: { matched, fired } }) => [id, { matched, fired }]))
  for (const { asked, rule: decider } of since)
    for (const rule of run.rulesFor(asked)) {
      const counted = before.get(rule.id)
      if (counted === undefined) continue
      if (rule.matches(asked)) counted.matched--
      if (rule.id === decider) counted.fired--
    }
  const { asked, isWhole, rule: decider } = then
  const concerned = new Set(run.rulesFor(asked))
  let isDecided = false
  return run.all.map((rule) => {
    const { id } = rule
    const counted = before.get(id)
    const isMatch = concerned.has(rule) && rule.matches(asked)
    const call = isMatch && counted !== undefined ? counted.matched + 1 : null
    const fires = id === decider
    if (fires) {
      isDecided = true
      return { rule: id, fires, call, why: 'fires' }
    }
    const obstacle = rule.obstacleTo(asked, asked.atMs - run.loadedAtMs, counted)
    if (!isWhole && rule.rule.match?.query !== undefined) return { rule: id, fires, call: null, why: UNKNOWN }
    return { rule: id, fires, call, why: obstacle ?? (isDecided ? `${decider} comes first` : rule.passing) }
  })
}

const UNKNOWN = 'it depends on the query, and the URL was truncated'
