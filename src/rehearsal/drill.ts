/** The scenarios of a rehearsal: the default drill, or any by name, path or text. */

import { UserError } from '../kit/errors.js'
import type { Catalogue } from '../market/catalogue/types.js'
import type { ScenarioSource } from '../scenario/input.js'
import { withoutOverridden } from '../scenario/overrides.js'
import { loadScenarioSource } from '../scenario/read/load.js'
import type { Scenario } from '../scenario/schema.js'
import { endlessRulesOf } from './windows.js'

/** A library scenario, with the duration of an incident that never ends. */
interface DrillScenario {
  readonly name: string
  readonly incidentMs?: number
}

/** Each check is exercised by at least one of them. */
export const DRILL: readonly DrillScenario[] = [
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
]

export interface DrillPart {
  /** Unique. */
  readonly name: string
  /** Without seed and clock, which the rehearsal sets. */
  readonly scenario: Scenario
  readonly seed: string | undefined
  readonly incidentMs: number | undefined
}

/** Rejects with a UserError for a scenario that cannot be read, has no rules, or never ends. */
export async function readParts(
  sources: readonly ScenarioSource[],
  catalogue: Catalogue,
  incidentMs?: number,
): Promise<DrillPart[]> {
  const wanted = sources.length === 0 ? DRILL.map(({ name }) => name) : sources
  const parts: DrillPart[] = []
  for (const source of wanted) {
    const loaded = await loadScenarioSource(source, catalogue)
    const name = unused(loaded.name ?? nameOf(source, parts.length), parts)
    const endsMs = incidentMs ?? DRILL.find((known) => known.name === source)?.incidentMs
    requireRules(loaded, name)
    requireEnd(loaded, name, endsMs)
    const scenario = withoutOverridden(loaded, { seed: true, clock: true, at: true })
    parts.push({ name, scenario, seed: loaded.seed, incidentMs: endsMs })
  }
  return parts
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

function requireRules({ rules = [] }: Scenario, name: string): void {
  if (rules.length > 0) return
  throw new UserError(
    `${name} cannot be rehearsed`,
    'it has no rules',
    'add a rule: without one there is no incident',
  )
}

function requireEnd(scenario: Scenario, name: string, incidentMs: number | undefined): void {
  if (incidentMs !== undefined) return
  const [rule] = endlessRulesOf(scenario)
  if (rule === undefined) return
  throw new UserError(
    `${name} never ends`,
    `rule ${rule} has no until`,
    'write --incident 60s, or give the rule an until',
  )
}
