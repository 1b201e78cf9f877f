/** A scenario that refuses connections takes a port for each base address: refused where there is none. */
import { UserError } from '../core/errors.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Scenario } from '../scenario/schema.js'

/** Throws a UserError for a scenario that refuses connections. */
export function requireNoRefusal(scenario: Scenario | undefined): void {
  const [ruleId] = closedPortsOf(scenario).ruleIds
  if (ruleId === undefined) return
  throw new UserError(
    'the scenario refuses connections, which takes a port for each base address',
    `rule ${ruleId}`,
    'start with --split-ports and load it into the server itself, as no other session has ports of its own',
    3,
  )
}
