/**
 * A running scenario. Rules are decided when a request arrives, so a client's immediate retry already meets the next state. Every rule
 * counts each request it matches, whichever rule fires; so a rule added in front shifts no other rule's calls and draws.
 */
import type { Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import { getOrCreate } from '../kit/maps.js'
import type { Firing } from './define.js'
import type { Target } from './match.js'
import { type Fired, type RuleReason, type RuleState, RunningRule } from './running-rule.js'
import type { Rule, Scenario } from './schema.js'

/** Run id and load time. */
interface RunPlace {
  /** Unique; the same at all replicas. */
  readonly id: string
  /** Load time on the time source of the session's clock. */
  readonly loadedElapsedMs?: number | undefined
}

export type ScenarioRun = ReturnType<typeof createScenarioRun>

export function createScenarioRun(scenario: Scenario, seed: string, loadedAtMs: number, place?: RunPlace) {
  /** To be kept after the run ends, without the scenario, whose prices may be large. */
  const rules = createRulesRun(scenario, seed, loadedAtMs, place)
  return { ...rules, scenario, loadedElapsedMs: place?.loadedElapsedMs, rules }
}

export type RulesRun = ReturnType<typeof createRulesRun>

export function createRulesRun(
  { rules: given = [], name }: Pick<Scenario, 'rules' | 'name'>,
  seed: string,
  loadedAtMs: number,
  { id }: RunPlace = { id: '' },
) {
  const all: readonly RunningRule[] = given.map((rule, index) => new RunningRule(rule, index, seed))
  const concerned = new Map<string, readonly RunningRule[]>()
  const rulesFor = (target: Target): readonly RunningRule[] => {
    const { network, base, endpoint, method } = target
    const key = `${network}|${base}|${endpoint}|${method}`
    return getOrCreate(concerned, key, () => all.filter((rule) => rule.concerns(target)))
  }
  const matched = (request: ApiRequest) => rulesFor(request).filter((rule) => rule.matches(request))
  return {
    id,
    loadedAtMs,
    name,
    /** Request headers that rules inspect, in lower case. */
    headerNames: [
      ...new Set(
        given.flatMap(({ match }) => Object.keys(match?.header ?? {}).map((name) => name.toLowerCase())),
      ),
    ],
    /** In file order. */
    all,
    rulesFor,
    /** Counts a request on every rule it matches; returns the first rule's firing, undefined if none fires. */
    evaluate(request: ApiRequest, endpoint: Endpoint | undefined): Firing | undefined {
      const { atMs } = request
      const elapsedMs = atMs - loadedAtMs
      let first: RunningRule | undefined
      let fired: Omit<Fired, 'index'> | undefined
      for (const rule of rulesFor(request)) {
        if (!rule.matches(request)) continue
        rule.state.matched++
        if (fired !== undefined || !rule.isInTime(elapsedMs)) continue
        fired = rule.fire(request)
        first = rule
      }
      return fired && first?.firing(endpoint, atMs, fired)
    },
    /** The rules that a request matches, for a store that counts it. */
    matched,
    /** The number of a request that was just counted among those that each rule has matched, by id of the rule. */
    calls: (request: ApiRequest): ReadonlyMap<string, number> =>
      new Map(matched(request).map(({ id, state }) => [id, state.matched])),
    /** The firing of a rule that was counted elsewhere. */
    firing: (fired: Fired, endpoint: Endpoint | undefined, atMs: number) =>
      all[fired.index]!.firing(endpoint, atMs, fired),
    /** The firing for a request, without counting it. */
    forecast(request: ApiRequest, endpoint: Endpoint | undefined): Firing | undefined {
      const { atMs } = request
      for (const rule of rulesFor(request)) {
        const firing = rule.matches(request) && rule.forecast(endpoint, request, atMs - loadedAtMs)
        if (firing) return firing
      }
      return undefined
    },
    /** For each rule in order, why it would fire or not; counts nothing. */
    whyNot(request: ApiRequest): readonly RuleReason[] {
      const { atMs } = request
      let first: string | undefined
      return all.map((rule) => {
        // A fault with a bucket is not consulted behind a rule that fires.
        const obstacle =
          rule.obstacleTo(request, atMs - loadedAtMs) ??
          (first === undefined && rule.letsPass(atMs, request) ? rule.passing : undefined)
        const fires = obstacle === undefined && first === undefined
        const why = obstacle ?? (fires ? 'fires' : `${first} comes first`)
        if (fires) first = rule.id
        return { rule: rule.id, fires, why }
      })
    },
    /** Copies of the counts, in order. */
    states: (): RuleState[] => all.map(({ state }) => ({ ...state, buckets: { ...state.buckets } })),
    /** Takes over the counts of equal rules; others begin now. */
    continueFrom({ all: before }: { readonly all: readonly RunningRule[] }, nowMs: number): void {
      const known = new Map(before.map((rule) => [JSON.stringify(rule.rule), rule]))
      for (const rule of all) {
        const former = known.get(JSON.stringify(rule.rule))
        rule.state = former?.state ?? { ...rule.state, addedAtMs: nowMs }
      }
    },
    restore: (states: readonly RuleState[]): void => {
      states.forEach((state, index) => {
        all[index]!.state = { ...state, buckets: { ...state.buckets } }
      })
    },
  }
}

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
  const before = countsBefore(run, since)
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

/** The counts by rule before the requests that were decided since. */
export function countsBefore(
  run: RulesRun,
  since: Iterable<Pick<PastRequest, 'asked' | 'rule'>>,
): Map<string, { matched: number; fired: number }> {
  const before = new Map(run.all.map(({ id, state: { matched, fired } }) => [id, { matched, fired }]))
  for (const { asked, rule: decider } of since)
    for (const rule of run.rulesFor(asked)) {
      const counted = before.get(rule.id)
      if (counted === undefined) continue
      if (rule.matches(asked)) counted.matched--
      if (rule.id === decider) counted.fired--
    }
  return before
}

const UNKNOWN = 'it depends on the query, and the URL was truncated'

/** A run with the name of the shared counters of its rules. */
export interface KeptRun {
  readonly rules: RulesRun
  readonly seed: string
  readonly countsId: string
}

/** Plain data from which a run that has ended is restored. */
export interface RunOrigin {
  readonly id: string
  readonly countsId: string
  readonly seed: string
  readonly loadedAtMs: number
  readonly name: string | undefined
  readonly rules: readonly Rule[]
}

/** A run that has ended, with the rules that explain its requests. */
export function keptRunOf(origin: RunOrigin): KeptRun {
  const { id, countsId, seed, loadedAtMs, name, rules } = origin
  return { rules: createRulesRun({ name, rules: [...rules] }, seed, loadedAtMs, { id }), seed, countsId }
}
