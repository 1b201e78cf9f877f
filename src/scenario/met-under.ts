/** What a client meets under a fault. */
import { type Met, metOf } from '../core/met.js'
import { faultOf } from './faults/index.js'
import type { Rule } from './schema.js'

/** What those meet on whom a rule acts. */
export function metUnder(fault: Rule['fault']): Met {
  const { status } = fault as { readonly status?: number }
  const key = faultKeyOf(fault)
  return key === 'rateLimit' ? 'error' : metOf(key, status ?? 200)
}

/** The key of a rule's fault; `delay` for one that only delays. */
export function faultKeyOf(fault: Rule['fault']): string {
  return faultOf(fault)?.key ?? 'delay'
}
