/** The calls of the control API, in the order in which documentation shows them. */
import { clockCalls } from './clock.js'
import type { ControlCall } from './define.js'
import { healthCall } from './health.js'
import { journalCalls } from './journal.js'
import { observeCalls } from './observe.js'
import { priceCalls } from './prices.js'
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
]
