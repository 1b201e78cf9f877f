/** The calls of the control API, in the order of the documentation. */

import { basesCalls } from './bases.js'
import { clientCalls, observeCalls } from './clients.js'
import { clockCalls, healthCall } from './clock.js'
import type { AnyCall } from './define.js'
import { journalCalls } from './journal.js'
import { marketCalls } from './market.js'
import { priceCalls } from './prices.js'
import { replicaCalls } from './replicas.js'
import { scenarioCalls } from './scenario.js'
import { sessionCall } from './session-view.js'
import { sessionCalls } from './sessions.js'
import { watchCall } from './watch.js'

export const CONTROL_CALLS = [
  healthCall,
  ...clockCalls,
  ...scenarioCalls,
  ...priceCalls,
  ...journalCalls,
  sessionCall,
  ...basesCalls,
  ...clientCalls,
  ...marketCalls,
  ...sessionCalls,
  ...observeCalls,
  watchCall,
  ...replicaCalls,
] as const satisfies readonly AnyCall[]
