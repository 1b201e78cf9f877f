/** The calls of the control API, in the order of the documentation. */
import { clockCalls, healthCall } from './clock.js'
import { viewCalls } from './dashboard-calls.js'
import type { AnyCall } from './define.js'
import { journalCalls } from './journal.js'
import { observeCalls } from './observe.js'
import { priceCalls } from './prices.js'
import { replicaCalls } from './replicas.js'
import { scenarioCalls } from './scenario.js'
import { scenarioFileCalls } from './scenario-file.js'
import { sessionCalls, snapshotCalls } from './sessions.js'
import { watchCall } from './watch.js'

export const CONTROL_CALLS = [
  healthCall,
  ...clockCalls,
  ...scenarioCalls,
  ...scenarioFileCalls,
  ...priceCalls,
  ...journalCalls,
  ...viewCalls,
  ...sessionCalls,
  ...snapshotCalls,
  ...observeCalls,
  watchCall,
  ...replicaCalls,
] as const satisfies readonly AnyCall[]
