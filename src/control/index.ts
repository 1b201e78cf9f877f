/** The calls of the control API, in the order in which documentation shows them. */
import { clockCalls, healthCall } from './clock.js'
import type { ControlCall } from './define.js'
import { journalCalls } from './journal.js'
import { observeCalls } from './observe.js'
import { priceCalls } from './prices.js'
import { replicaCalls } from './replicas.js'
import { scenarioCalls } from './scenario.js'
import { sessionCalls, snapshotCalls } from './sessions.js'

export const CONTROL_CALLS: readonly ControlCall[] = [
  healthCall,
  ...clockCalls,
  ...scenarioCalls,
  ...priceCalls,
  ...journalCalls,
  ...sessionCalls,
  ...snapshotCalls,
  ...observeCalls,
  ...replicaCalls,
]
