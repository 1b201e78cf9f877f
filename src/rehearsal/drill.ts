/** The scenarios of a rehearsal: the default drill, or any by name, path or text. */

import { UserError } from '../kit/errors.js'
import { generationOf, PRIMARIES } from '../market/catalogue/bases.js'
import type { Catalogue } from '../market/catalogue/types.js'
import { endlessRulesOf } from '../scenario/active-spans.js'
import type { ScenarioSource } from '../scenario/input.js'
import { withoutOverridden } from '../scenario/overrides.js'
import { loadScenarioSource } from '../scenario/read/load.js'
import type { Scenario } from '../scenario/schema.js'

/** Library scenarios, with the duration of incidents that never end. Each check is exercised by at least one of them. */
export const DRILL: readonly { readonly name: string; readonly incidentMs?: number }[] = [
  { name: 'primary-down' },
  { name: 'primary-hangs' },
  { name: 'primary-outage', incidentMs: 60_000 },
  { name: 'rate-limited-primary' },
  { name: 'timeouts', incidentMs: 60_000 },
  { name: 'connection-resets', incidentMs: 60_000 },
  { name: 'service-unavailable' },
  { name: 'bad-gateway' },
  { name: 'slow-primary' },
  { name: 'error-bursts' },
  { name: 'blackout' },
  { name: 'total-outage' },
  { name: 'sick-fallbacks' },
  { name: 'flapping' },
  { name: 'retry-after-date' },
  { name: 'malformed-replies' },
  { name: 'empty-list' },
  { name: 'empty-object' },
  { name: 'candles-down' },
  { name: 'bad-request' },
  { name: 'stale-oracle' },
  { name: 'partial-tickers', incidentMs: 40_000 },
  { name: 'poisoned-prices' },
  { name: 'thundering-herd' },
  { name: 'api-down' },
  { name: 'api-stale-values' },
  { name: 'stream-silent' },
  { name: 'stream-drops' },
]

export interface DrillPart {
  /** Unique. */
  readonly name: string
  /** Without seed and clock, which the rehearsal sets. */
  readonly scenario: Scenario
  readonly seed: string | undefined
  readonly incidentMs: number | undefined
  /** Left out if the client asks nothing in the warm-up that it strikes. */
  readonly isOfDrill: boolean
}

/** Rejects with a UserError for a scenario that cannot be read, has no rules, or never ends. */
export async function readParts(
  sources: readonly ScenarioSource[],
  catalogue: Catalogue,
  incidentMs?: number,
): Promise<DrillPart[]> {
  const isDrill = sources.length === 0
  const wanted = isDrill ? DRILL.map(({ name }) => name) : sources
  const parts: DrillPart[] = []
  for (const source of wanted) {
    const loaded = await loadScenarioSource(source, catalogue)
    const name = unused(loaded.name ?? nameOf(source, parts.length), parts)
    const known = DRILL.find(({ name }) => name === source)
    const endsMs = incidentMs ?? known?.incidentMs
    requireIncident(loaded, name, endsMs)
    const scenario = withoutOverridden(loaded, new Set(['seed', 'clock', 'at']))
    parts.push({ name, scenario, seed: loaded.seed, incidentMs: endsMs, isOfDrill: isDrill })
  }
  return parts
}

/** Target of a scenario in a word: `candles`, `api`. */
export function targetInWords({ rules = [] }: Scenario): string {
  const isOfSecond = rules.some(({ match = {} }) => match.base?.some((base) => generationOf(base) === 2))
  const endpoints = new Set(rules.flatMap(({ match = {} }) => match.endpoint ?? []))
  return isOfSecond || endpoints.size === 0 ? PRIMARIES[2] : [...endpoints].join(', ')
}

function nameOf(source: ScenarioSource, index: number): string {
  const path = source instanceof URL ? source.pathname : typeof source === 'string' ? source : ''
  const file = /([^/\\]+?)(?:\.(?:ya?ml|json))?$/.exec(path)?.[1]
  return file === undefined || /[\r\n:{]/.test(file) ? `scenario-${index + 1}` : file
}

function unused(name: string, parts: readonly DrillPart[]): string {
  let free = name
  for (let count = 2; parts.some((part) => part.name === free); count++) free = `${name}-${count}`
  return free
}

function requireIncident(scenario: Scenario, name: string, incidentMs: number | undefined): void {
  if ((scenario.rules ?? []).length === 0) {
    const hint = 'add a rule: without one there is no incident'
    throw new UserError(`${name} cannot be rehearsed`, 'it has no rules', hint)
  }
  const [rule] = incidentMs === undefined ? endlessRulesOf(scenario) : []
  if (rule === undefined) return
  const hint = 'write --incident 60s, or give the rule an until'
  throw new UserError(`${name} never ends`, `rule ${rule} has no until`, hint)
}
